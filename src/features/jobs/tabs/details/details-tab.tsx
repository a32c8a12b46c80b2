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
import { formatDateTime, formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
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
  const unstarted = !isSplit ? t('not reported') : isTerminal(job.status) ? t('never') : t('not yet');
  const labels = Object.entries(job.metadata ?? {}).filter(([name]) => !isOwnLabel(name));
  const sourceId = job.metadata?.[LABEL_SOURCE];
  const outputs = job.outputs ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      <Timeline job={job} graph={graph} start={start} className="mb-4 border-b border-line pb-4" />
      <Details>
        <Detail name={t('Job')}>
          <span className="font-mono text-sm break-all">{job.id}</span>
          <Button
            tone="ghost"
            size="icon-sm"
            aria-label={t('Copy job ID')}
            onClick={() => void copyText(job.id, t('Job ID'))}
          >
            <Copy aria-hidden />
          </Button>
        </Detail>
        {sourceId ? (
          <Detail name={t('Based on')}>
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: sourceId }}
              className="rounded font-mono text-sm text-accent hover:underline"
            >
              {shortId(sourceId)}
            </Link>
          </Detail>
        ) : null}
        <Detail name={t('Status')}>
          <JobStatusChip status={job.status} />
        </Detail>
        <RanOn surface={surface} job={job} />
        <Detail name={t('Submitted')}>{formatTimestamp(times.createdAt)}</Detail>
        <Detail name={t('Started')}>{formatTimestamp(times.startedAt, unstarted)}</Detail>
        <Detail name={t('Finished')}>
          {formatTimestamp(times.completedAt, isTerminal(job.status) ? t('not reported') : t('not yet'))}
        </Detail>
        {/* Measured locally if the surface does not report it. */}
        {typeof job.metrics?.['queue_ms'] !== 'number' ? (
          <Detail name={t('Queue time')}>
            {!isSplit ? t('not reported') : wait === null ? t('unknown') : formatDuration(wait)}
          </Detail>
        ) : null}
        {typeof job.metrics?.['execution_ms'] !== 'number' ? (
          <Detail name={t('Run time')}>{run === null ? unstarted : formatDuration(run)}</Detail>
        ) : null}
        <Detail name={t('Expires')}>{storedUntilText(times.expiresAt, now)}</Detail>
        {metricRows(job.metrics).map(({ name, value }) => (
          <Detail key={name} name={name}>
            {value}
          </Detail>
        ))}
      </Details>
      {outputs.length > 0 ? (
        <DetailSection title={t('{count, plural, one {Output} other {# outputs}}', { count: outputs.length })}>
          {outputs.map((output) => (
            <OutputDetails
              key={output.id}
              surface={surface}
              output={output}
              graph={graph}
              isInitiallyOpen={outputs.length === 1 || output.id === currentOutputId}
            />
          ))}
        </DetailSection>
      ) : null}
      {labels.length > 0 ? (
        <DetailSection title={t('Labels')}>
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
  return engine === null ? null : <Detail name={job.completed_at ? t('Ran on') : t('Engine')}>{engine}</Detail>;
}

function formatTimestamp(timestamp: number | null, missing = t('unknown')): string {
  return timestamp === null ? missing : formatDateTime(timestamp);
}

/** One sentence on what is missing from the page because the server lacks it. */
function LackingNote({ surface, job }: { surface: Surface; job: ListedJob }) {
  const hasNoLogs = useLacksCapability(surface, 'logs') && job.urls?.logs === undefined;
  const lacksWorkflows = useLacksCapability(surface, 'workflow');
  const { data: kept } = useQuery({ ...historyWorkflowQuery(surface, job.id), enabled: lacksWorkflows });
  const hasNoWorkflows = lacksWorkflows && !kept;
  const missing = [
    hasNoLogs ? t('logs') : '',
    hasNoWorkflows ? t('the workflow of a job') : '',
    canChangeJobs(surface) ? '' : t('renaming and deleting jobs'),
  ].filter(Boolean);
  if (missing.length === 0) return null;
  return (
    <p className="mt-4 text-muted">
      {t('Not available on {server}: {features}.', { server: surface.name, features: missing.join(', ') })}
    </p>
  );
}
