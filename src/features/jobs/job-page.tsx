import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isActive, isTerminal } from '@contract/jobs/lifecycle';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import { useIsOwnCancel } from '@/api/jobs/local-cancellations';
import { jobQuery, listedJob, type JobData } from '@/api/jobs/job-query';
import { jobWorkflowQuery } from '@/api/jobs/job-workflow-query';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob } from '@/api/live/merge-job';
import { useLiveJob } from '@/api/live/use-live';
import type { Surface } from '@/api/surface';
import { formatPercent } from '@/lib/format';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { ProgressBar } from '@/ui/progress-bar';
import { Counterparts } from './counterparts';
import { JobErrorPanel } from './job-error-panel';
import { JobHeader } from './job-header';
import { JobFailed, JobLoading, JobNotFound } from './job-states';
import { JobStage } from './job-stage';
import { JobTabs } from './job-tabs';
import { jobTitle } from './job-title';
import { outcomeMessage } from './outcome-message';
import { RetentionNotice } from './retention-notice';
import { openAsDraft } from './run-again';
import { StaleBanner } from './stale-banner';
import { useLiveness } from './use-liveness';

const route = getRouteApi('/$surface/jobs/$jobId');

export function JobPage() {
  const { jobId } = route.useParams();
  const surface = useCurrentSurface();
  const client = useQueryClient();
  const query = useQuery({
    ...jobQuery(surface, jobId),
    initialData: () => listedJob(client, surface, jobId)?.data,
    initialDataUpdatedAt: () => listedJob(client, surface, jobId)?.updatedAt,
  });
  const { data, error } = query;
  const health = useLiveJob(surface, data?.job);
  const liveness = useLiveness(query, health, data !== undefined && isActive(data.job.status));
  const retry = () => void query.refetch();
  const isGone = isApiError(error) && error.status === 404;

  if (!data) {
    if (isGone) return <JobNotFound surface={surface} jobId={jobId} />;
    return error ? <JobFailed surface={surface} jobId={jobId} error={error} onRetry={retry} /> : <JobLoading />;
  }
  return <JobView key={jobId} surface={surface} data={data} liveness={liveness} isGone={isGone} onRetry={retry} />;
}

interface JobViewProps {
  surface: Surface;
  data: JobData;
  liveness: ReturnType<typeof useLiveness>;
  /** The surface no longer has it; what was read last stays on screen. */
  isGone: boolean;
  onRetry: () => void;
}

function JobView({ surface, data, liveness, isGone, onRetry }: JobViewProps) {
  const overlay = useJobOverlay(surface.id, data.job.id);
  const shown = useMemo(() => mergeJob(data, overlay), [data, overlay]);
  const { job } = shown;
  const graph = useJobGraph(surface, data);
  const wasCanceledHere = useIsOwnCancel(surface, job.id);
  const title = jobTitle(job);
  const value = job.progress?.value ?? null;
  const isMoving = job.status === 'running' || job.status === 'canceling';
  usePageTitle(`${isMoving && value !== null ? formatPercent(value) : job.status} · ${title}`);
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const onEdit = async (node: string) => {
    const draftId = await openAsDraft(client, surface, data.job, title);
    if (!draftId) return;
    await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId }, search: { node } });
  };
  const onShowInGraph = (node: string) =>
    void navigate({ search: (before) => ({ ...before, tab: 'graph' as const, node }), replace: true });
  const sentence = outcomeMessage(job, { wasCanceledHere });

  return (
    <>
      <JobHeader surface={surface} title={title} job={data.job} shown={shown} liveness={liveness} />
      <JobBar status={job.status} value={value} />
      {isGone ? (
        <p role="alert" className="shrink-0 border-b border-line bg-warn-soft px-4 py-2 md:px-5">
          This job no longer exists on the server. Showing the last known state; outputs may be unavailable.
        </p>
      ) : (
        <StaleBanner liveness={liveness} onRetry={onRetry} />
      )}
      <Counterparts surface={surface} jobId={job.id} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto md:overflow-hidden">
        {job.error ? (
          <JobErrorPanel
            surface={surface}
            job={job}
            error={job.error}
            graph={graph}
            onEdit={(node) => void onEdit(node)}
            onShowInGraph={onShowInGraph}
          />
        ) : null}
        <RetentionNotice surface={surface} job={job} />
        {sentence ? <p className="shrink-0 border-b border-line px-4 py-2 text-muted md:px-5">{sentence}</p> : null}
        {job.status === 'canceling' ? (
          <p className="shrink-0 border-b border-line px-4 py-2 text-muted md:px-5">
            Canceling. The job stops at the next node or step; outputs already committed are kept.
          </p>
        ) : null}
        <div className="md:grid md:min-h-0 md:flex-1 md:grid-cols-[minmax(0,1.15fr)_minmax(340px,1fr)]">
          <JobStage surface={surface} shown={shown} graph={graph} />
          <JobTabs surface={surface} job={data.job} shown={shown} graph={graph} />
        </div>
      </div>
      {/* The status alone: percents would be read out without end. */}
      <div role="status" className="sr-only">
        {title}: {job.status}
      </div>
    </>
  );
}

/** The thin bar under the header. */
function JobBar({ status, value }: { status: string; value: number | null }) {
  if (isTerminal(status) || status === 'queued') return null;
  return (
    <ProgressBar
      value={value}
      label="Progress of the job"
      tone={status === 'canceling' ? 'quiet' : 'accent'}
      className="h-0.5 shrink-0 rounded-none"
    />
  );
}

/** The workflow as executed, read as a graph; null while it is unknown or cannot be read as one. */
function useJobGraph(surface: Surface, { job }: JobData): Graph | null {
  const { data } = useQuery(jobWorkflowQuery(surface, job));
  return useMemo(() => {
    const reading = data ? readWorkflow(data.text) : null;
    return reading?.ok ? reading.graph : null;
  }, [data]);
}
