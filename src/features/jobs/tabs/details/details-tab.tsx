import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { isOwnLabel, LABEL_SOURCE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { historyWorkflowQuery } from '@/domains/history/history';
import { useJobStart } from '@/domains/jobs/job-start';
import { canChangeJobs } from '@/domains/jobs/change-jobs';
import { formatDateTime, formatDuration, formatInteger } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { copyText } from '@/shared/copy-text';
import { JobStatusChip } from '@/shared/job-status';
import { Button } from '@/ui/button';
import { jobTimes, runTimeMs, waitTimeMs } from '../../job/job-times';
import { shortId } from '../../job/job-title';
import { useJobEngine } from '../../job/use-job-engine';
import { storedUntilText, metricRows } from './details-model';
import { Detail, Details, DetailSection } from './description-list';
import { OutputDetails } from './output-details';
import { Timeline } from './timeline';

interface DetailsTabProps {
  surface: Surface;
  job: ListedJob;
  graph: Graph | null;
  currentOutputId: string | undefined;
}

/** Everything that the surface reports about the job. */
export function DetailsTab({ surface, job, graph, currentOutputId }: DetailsTabProps) {
  const now = useNow(1000);
  const times = jobTimes(job);
  const wait = waitTimeMs(times, now);
  const run = runTimeMs(times, now);
  const start = useJobStart(surface, job);
  // Without a start time, the time until the end is neither the wait nor the run.
  const isSplit = times.startedAt !== null || start === 'never' || job.status === 'queued';
  const unstarted = !isSplit ? 'not reported' : isTerminal(job.status) ? 'never' : 'not yet';
  const labels = Object.entries(job.metadata ?? {}).filter(([name]) => !isOwnLabel(name));
  const sourceId = job.metadata?.[LABEL_SOURCE];
  const outputs = job.outputs ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      <Timeline job={job} graph={graph} start={start} className="mb-4 border-b border-line pb-4" />
      <Details>
        <Detail name="Job">
          <span className="font-mono text-sm break-all">{job.id}</span>
          <Button tone="ghost" size="icon-sm" aria-label="Copy job ID" onClick={() => void copyText(job.id, 'Job ID')}>
            <Copy aria-hidden />
          </Button>
        </Detail>
        {sourceId ? (
          <Detail name="Based on">
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: sourceId }}
              className="rounded font-mono text-sm text-accent hover:underline"
            >
              {shortId(sourceId)}
            </Link>
          </Detail>
        ) : null}
        <Detail name="Status">
          <JobStatusChip status={job.status} />
        </Detail>
        <RanOn surface={surface} job={job} />
        <Detail name="Submitted">{formatTimestamp(times.createdAt)}</Detail>
        <Detail name="Started">{formatTimestamp(times.startedAt, unstarted)}</Detail>
        <Detail name="Finished">
          {formatTimestamp(times.completedAt, isTerminal(job.status) ? 'not reported' : 'not yet')}
        </Detail>
        {/* Measured locally if the surface does not report it. */}
        {typeof job.metrics?.['queue_ms'] !== 'number' ? (
          <Detail name="Queue time">
            {!isSplit ? 'not reported' : wait === null ? 'unknown' : formatDuration(wait)}
          </Detail>
        ) : null}
        {typeof job.metrics?.['execution_ms'] !== 'number' ? (
          <Detail name="Run time">{run === null ? unstarted : formatDuration(run)}</Detail>
        ) : null}
        <Detail name="Expires">{storedUntilText(times.expiresAt, now)}</Detail>
        {metricRows(job.metrics).map(({ name, value }) => (
          <Detail key={name} name={name}>
            {value}
          </Detail>
        ))}
      </Details>
      {outputs.length > 0 ? (
        <DetailSection title={outputs.length === 1 ? 'Output' : `${formatInteger(outputs.length)} outputs`}>
          {outputs.map((output) => (
            <OutputDetails
              key={output.id}
              surface={surface}
              output={output}
              isInitiallyOpen={outputs.length === 1 || output.id === currentOutputId}
            />
          ))}
        </DetailSection>
      ) : null}
      {labels.length > 0 ? (
        <DetailSection title="Labels">
          <Details>
            {labels.map(([name, value]) => (
              <Detail key={name} name={name}>
                <span className="break-all">{value}</span>
              </Detail>
            ))}
          </Details>
        </DetailSection>
      ) : null}
      <LackingNote surface={surface} job={job} />
    </div>
  );
}

/** Name of the engine that has or had the job, if there are several. */
function RanOn({ surface, job }: { surface: Surface; job: ListedJob }) {
  const engine = useJobEngine(surface, job);
  return engine === null ? null : <Detail name={job.completed_at ? 'Ran on' : 'Engine'}>{engine}</Detail>;
}

function formatTimestamp(timestamp: number | null, missing = 'unknown'): string {
  return timestamp === null ? missing : formatDateTime(timestamp);
}

/** One sentence on what is missing from the page because the server lacks it. */
function LackingNote({ surface, job }: { surface: Surface; job: ListedJob }) {
  const hasNoLogs = useLacksCapability(surface, 'logs') && job.urls?.logs === undefined;
  const lacksWorkflows = useLacksCapability(surface, 'workflow');
  const { data: kept } = useQuery({ ...historyWorkflowQuery(surface, job.id), enabled: lacksWorkflows });
  const hasNoWorkflows = lacksWorkflows && !kept;
  const missing = [
    hasNoLogs ? 'logs' : '',
    hasNoWorkflows ? 'the workflow of a job' : '',
    canChangeJobs(surface) ? '' : 'renaming and deleting jobs',
  ].filter(Boolean);
  if (missing.length === 0) return null;
  return (
    <p className="mt-4 text-muted">
      Not available on {surface.name}: {missing.join(', ')}.
    </p>
  );
}
