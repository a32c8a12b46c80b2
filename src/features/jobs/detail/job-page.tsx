import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { useMemo } from 'react';
import { isActive, isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import { useIsHeld } from '@/domains/gateway/use-is-held';
import { useIsCanceledHere } from '@/domains/jobs/local-cancellations';
import { jobQuery, listedJob, type JobData } from '@/domains/jobs/job-query';
import { useJobStart } from '@/domains/jobs/job-start';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob } from '@/api/live/merge-job';
import { useLiveJob } from '@/api/live/use-live';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';
import { formatPercent, formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { statusText } from '@/shared/job-text';
import { QueueNotice } from '@/shared/queue/queue-notice';
import { usePageTitle } from '@/shared/page/use-page-title';
import { ProgressBar } from '@/ui/progress-bar';
import { Counterparts } from './counterparts';
import { JobErrorPanel } from './job-error-panel';
import { JobHeader } from './job-header';
import { JobFailed, JobLoading, JobNotFound } from './job-states';
import { OutputPane } from '../outputs/output-pane';
import { JobTabs } from './job-tabs';
import { useJobTitle } from '../job/job-title';
import { outcomeMessage } from './outcome-message';
import { openAsDraft } from '@/shared/generation-inputs/open-as-draft';
import { jobTimes } from '../job/job-times';
import { SaveAllButton } from '../outputs/save-all-button';
import { isNearExpiry } from '../tabs/details/details-model';
import { useConnectionStatus } from '../use-connection-status';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import type { ConnectionStatus } from '@/features/jobs/connection-status';

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
  const connection = useConnectionStatus(query, health, data !== undefined && isActive(data.job.status));
  const retry = () => void query.refetch();
  const isGone = isApiError(error) && error.status === 404;

  if (!data) {
    if (isGone) return <JobNotFound surface={surface} jobId={jobId} />;
    return error ? <JobFailed surface={surface} jobId={jobId} error={error} onRetry={retry} /> : <JobLoading />;
  }
  return <JobView key={jobId} surface={surface} data={data} connection={connection} isGone={isGone} onRetry={retry} />;
}

interface JobViewProps {
  surface: Surface;
  data: JobData;
  connection: ReturnType<typeof useConnectionStatus>;
  /** The surface no longer has it; the last state stays on screen. */
  isGone: boolean;
  onRetry: () => void;
}

function JobView({ surface, data, connection, isGone, onRetry }: JobViewProps) {
  const overlay = useJobOverlay(surface.id, data.job.id);
  const shown = useMemo(() => mergeJob(data, overlay), [data, overlay]);
  const { job } = shown;
  const isHeld = useIsHeld(surface, job.id);
  const graph = useJobGraph(surface, data);
  const wasCanceledHere = useIsCanceledHere(surface, job.id);
  const title = useJobTitle(surface, job);
  const value = job.progress?.value ?? null;
  const isMoving = job.status === 'running' || job.status === 'canceling';
  usePageTitle(`${isMoving && value !== null ? formatPercent(value) : statusText(job.status)} · ${title}`);
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/$surface/jobs/$jobId' });
  const onEdit = async (node: string) => {
    const draftId = await openAsDraft(client, surface, data.job, title);
    if (!draftId) return;
    await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId }, search: { node } });
  };
  const onShowInGraph = (node: string) =>
    void navigate({ search: (before) => ({ ...before, tab: 'graph' as const, node }), replace: true });
  const start = useJobStart(surface, job);
  const sentence = outcomeMessage(job, { wasCanceledHere, start });

  return (
    <>
      <JobHeader surface={surface} title={title} job={data.job} shown={shown} connection={connection} />
      <JobBar status={job.status} value={value} />
      {isGone ? (
        <p role="alert" className="shrink-0 border-b border-line bg-warn-soft px-4 py-2 md:px-5">
          {t('This job no longer exists on the server. Showing the last known state; outputs may be unavailable.')}
        </p>
      ) : (
        <StaleBanner connection={connection} onRetry={onRetry} />
      )}
      {job.status === 'queued' && isHeld ? (
        <QueueNotice surface={surface} text={t('This job starts once the queue is resumed.')} />
      ) : null}
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
            {t('Canceling. The job stops at the next node or step; outputs already committed are kept.')}
          </p>
        ) : null}
        <div className="md:grid md:min-h-0 md:flex-1 md:grid-cols-[minmax(0,1.15fr)_minmax(340px,1fr)]">
          <OutputPane surface={surface} shown={shown} graph={graph} />
          <JobTabs surface={surface} job={data.job} shown={shown} graph={graph} />
        </div>
      </div>
      {/* Only the status: percentages would be announced endlessly. */}
      <div role="status" className="sr-only">
        {title}: {statusText(job.status)}
      </div>
    </>
  );
}

/** Thin progress bar below the header. */
function JobBar({ status, value }: { status: string; value: number | null }) {
  if (isTerminal(status) || status === 'queued') return null;
  return (
    <ProgressBar
      value={value}
      label={t('Progress of the job')}
      tone={status === 'canceling' ? 'quiet' : 'accent'}
      className="h-0.5 shrink-0 rounded-none"
    />
  );
}

/** The executed workflow as a graph; `null` if it is unknown or not a valid graph. */
function useJobGraph(surface: Surface, { job }: JobData): Graph | null {
  const { data } = useQuery(jobWorkflowQuery(surface, job));
  return useMemo(() => {
    const result = data ? readWorkflow(data.text) : null;
    return result?.ok ? result.graph : null;
  }, [data]);
}

/** Shown well before a surface deletes the job, with what the user can do about it. */
function RetentionNotice({ surface, job }: { surface: Surface; job: ListedJob }) {
  const now = useNow(60_000);
  const times = jobTimes(job);
  const outputs = job.outputs ?? [];
  if (!isTerminal(job.status) || outputs.length === 0 || !isNearExpiry(times, now)) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 md:px-5">
      <Hourglass aria-hidden className="size-4 shrink-0 text-warn" />
      <span>
        {t('Expires in {duration}. Download outputs you want to keep.', {
          duration: formatDuration((times.expiresAt ?? now) - now),
        })}
      </span>
      <SaveAllButton surface={surface} job={job} outputs={outputs} />
    </div>
  );
}

interface StaleBannerProps {
  connection: ConnectionStatus;
  onRetry: () => void;
}

/** Shown above data that could not be refreshed. */
function StaleBanner({ connection, onRetry }: StaleBannerProps) {
  if (connection.kind !== 'unreachable' || connection.since === null) return null;
  return <Banner since={connection.since} onRetry={onRetry} />;
}

function Banner({ since, onRetry }: { since: number; onRetry: () => void }) {
  const now = useNow(1000);
  // Refetched on mount: if the whole gateway is down, the banner of the shell reports it.
  const { error } = useQuery({ ...gatewayStatusQuery(LOCAL_SURFACE), refetchOnMount: 'always' });
  if (isApiError(error) && error.kind === 'unreachable') return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-bad-soft px-4 py-2 md:px-5"
    >
      <span className="font-semibold text-bad">{t('Server unreachable.')}</span>
      <span className="text-text">
        {t('Data is {duration} old; jobs continue or stay queued.', {
          duration: formatDuration(Math.floor(Math.max(0, now - since) / 1000) * 1000),
        })}
      </span>
      <button type="button" className="ml-auto font-semibold text-accent hover:underline" onClick={onRetry}>
        {t('Try now')}
      </button>
    </div>
  );
}
