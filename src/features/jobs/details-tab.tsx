import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedJob, Output } from '@contract/jobs/schemas';
import { formatBytes, formatDateTime, formatDuration, formatInteger } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { copyText } from '@/shared/copy-text';
import { Button } from '@/ui/button';
import { JobStatusChip } from '@/shared/job-status';
import { keptUntilWords, metricRows } from './details-model';
import { jobTimes, runTimeMs, waitTimeMs } from './job-times';

/** Everything the surface tells about the job, by name. */
export function DetailsTab({ job }: { job: ListedJob }) {
  const now = useNow(1000);
  const times = jobTimes(job);
  const wait = waitTimeMs(times, now);
  const run = runTimeMs(times, now);
  const labels = Object.entries(job.metadata ?? {});
  const outputs = job.outputs ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
      <Facts>
        <Fact name="Job">
          <span className="font-mono text-sm break-all">{job.id}</span>
          <Button tone="ghost" size="icon-sm" aria-label="Copy job id" onClick={() => void copyText(job.id, 'Job id')}>
            <Copy aria-hidden />
          </Button>
        </Fact>
        <Fact name="Status">
          <JobStatusChip status={job.status} />
        </Fact>
        <Fact name="Submitted">{instantWords(times.createdAt)}</Fact>
        <Fact name="Started">{instantWords(times.startedAt, 'not yet')}</Fact>
        <Fact name="Ended">{instantWords(times.completedAt, 'not yet')}</Fact>
        {/* Measured here where the surface does not tell it itself. */}
        {typeof job.metrics?.['queue_ms'] !== 'number' ? (
          <Fact name="Waited">{wait === null ? 'unknown' : formatDuration(wait)}</Fact>
        ) : null}
        {typeof job.metrics?.['execution_ms'] !== 'number' ? (
          <Fact name="Ran">{run === null ? 'not yet' : formatDuration(run)}</Fact>
        ) : null}
        <Fact name="Kept until">{keptUntilWords(times.expiresAt, now)}</Fact>
        {metricRows(job.metrics).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {labels.length > 0 ? (
        <Section title="Labels">
          <Facts>
            {labels.map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className="break-all">{value}</span>
              </Fact>
            ))}
          </Facts>
        </Section>
      ) : null}
      {outputs.length > 0 ? (
        <Section title={outputs.length === 1 ? 'Output' : `${formatInteger(outputs.length)} outputs`}>
          {outputs.map((output) => (
            <OutputFacts key={output.id} output={output} />
          ))}
        </Section>
      ) : null}
    </div>
  );
}

function OutputFacts({ output }: { output: Output }) {
  const expiry = Date.parse(output.url_expires_at);
  return (
    <div className="border-t border-line py-2 first:border-t-0">
      <div className="truncate font-medium" title={output.name}>
        {output.name}
      </div>
      <Facts>
        <Fact name="Type">
          {output.type} · {output.content_type}
        </Fact>
        <Fact name="Size">
          {formatBytes(output.size_bytes)} ({formatInteger(output.size_bytes)} bytes)
        </Fact>
        {output.node_id ? <Fact name="Node">{output.node_id}</Fact> : null}
        <Fact name="Hash">
          {output.hash ? <span className="font-mono text-sm break-all">{output.hash}</span> : 'not yet known'}
        </Fact>
        <Fact name="Address valid until">{instantWords(Number.isFinite(expiry) ? expiry : null)}, then renewed</Fact>
      </Facts>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(96px,140px)_minmax(0,1fr)] gap-x-4 gap-y-1">{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-0.5 break-words text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 py-0.5">{children}</dd>
    </>
  );
}

function instantWords(instant: number | null, missing = 'unknown'): string {
  return instant === null ? missing : formatDateTime(instant);
}
