import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { LABEL_SOURCE } from '@/api/outbox/outbox-entry';
import type { Surface } from '@/api/surface';
import { formatDateTime, formatDuration, formatInteger } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { copyText } from '@/shared/copy-text';
import { JobStatusChip } from '@/shared/job-status';
import { Button } from '@/ui/button';
import { jobTimes, runTimeMs, waitTimeMs } from '../job-times';
import { shortId } from '../job-title';
import { useJobEngine } from '../use-job-engine';
import { storedUntilText, metricRows } from './details-model';
import { Fact, Facts, DetailSection } from './description-list';
import { LackingNote } from './lacking-note';
import { OutputDetails } from './output-details';
import { Timeline } from './timeline';

interface DetailsTabProps {
  surface: Surface;
  job: ListedJob;
  graph: Graph | null;
  /** The output that stands large. */
  currentOutputId: string | undefined;
}

/** Everything the surface tells about the job, by name. */
export function DetailsTab({ surface, job, graph, currentOutputId }: DetailsTabProps) {
  const now = useNow(1000);
  const times = jobTimes(job);
  const wait = waitTimeMs(times, now);
  const run = runTimeMs(times, now);
  const labels = Object.entries(job.metadata ?? {});
  const sourceId = job.metadata?.[LABEL_SOURCE];
  const outputs = job.outputs ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      <Timeline job={job} graph={graph} className="mb-4 border-b border-line pb-4" />
      <Facts>
        <Fact name="Job">
          <span className="font-mono text-sm break-all">{job.id}</span>
          <Button tone="ghost" size="icon-sm" aria-label="Copy job id" onClick={() => void copyText(job.id, 'Job id')}>
            <Copy aria-hidden />
          </Button>
        </Fact>
        {sourceId ? (
          <Fact name="Based on">
            <Link
              to="/$surface/jobs/$jobId"
              params={{ surface: surface.id, jobId: sourceId }}
              className="rounded font-mono text-sm text-accent hover:underline"
            >
              {shortId(sourceId)}
            </Link>
          </Fact>
        ) : null}
        <Fact name="Status">
          <JobStatusChip status={job.status} />
        </Fact>
        <RanOn surface={surface} job={job} />
        <Fact name="Submitted">{formatTimestamp(times.createdAt)}</Fact>
        <Fact name="Started">{formatTimestamp(times.startedAt, 'not yet')}</Fact>
        <Fact name="Finished">{formatTimestamp(times.completedAt, 'not yet')}</Fact>
        {/* Measured here where the surface does not tell it itself. */}
        {typeof job.metrics?.['queue_ms'] !== 'number' ? (
          <Fact name="Queue time">{wait === null ? 'unknown' : formatDuration(wait)}</Fact>
        ) : null}
        {typeof job.metrics?.['execution_ms'] !== 'number' ? (
          <Fact name="Run time">{run === null ? 'not yet' : formatDuration(run)}</Fact>
        ) : null}
        <Fact name="Expires">{storedUntilText(times.expiresAt, now)}</Fact>
        {metricRows(job.metrics).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {outputs.length > 0 ? (
        <DetailSection title={outputs.length === 1 ? 'Output' : `${formatInteger(outputs.length)} outputs`}>
          {outputs.map((output) => (
            <OutputDetails
              key={output.id}
              surface={surface}
              output={output}
              isOpenAtFirst={outputs.length === 1 || output.id === currentOutputId}
            />
          ))}
        </DetailSection>
      ) : null}
      {labels.length > 0 ? (
        <DetailSection title="Labels">
          <Facts>
            {labels.map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className="break-all">{value}</span>
              </Fact>
            ))}
          </Facts>
        </DetailSection>
      ) : null}
      <LackingNote surface={surface} job={job} />
    </div>
  );
}

/** Which of several engines has or had the job. */
function RanOn({ surface, job }: { surface: Surface; job: ListedJob }) {
  const engine = useJobEngine(surface, job);
  return engine === null ? null : <Fact name={job.completed_at ? 'Ran on' : 'Engine'}>{engine}</Fact>;
}

function formatTimestamp(instant: number | null, missing = 'unknown'): string {
  return instant === null ? missing : formatDateTime(instant);
}
