import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { JobStart } from '@/domains/jobs/job-start';
import { classNames } from '@/lib/class-names';
import { formatDuration } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { timelineOf, type TimelineRow } from './timeline-model';

const fill: Record<TimelineRow['tone'], string> = {
  quiet: 'bg-faint forced-color-adjust-none',
  accent: 'bg-accent forced-color-adjust-none',
  ok: 'bg-ok forced-color-adjust-none',
  bad: 'bg-bad forced-color-adjust-none',
};

interface TimelineProps {
  job: ListedJob;
  graph: Graph | null;
  start: JobStart;
  className?: string;
}

/** Timeline of the job, with one bar per part. */
export function Timeline({ job, graph, start, className }: TimelineProps) {
  const timeline = timelineOf(job, graph, useNow(1000), start);
  if (!timeline) return null;
  const total = Math.max(1, timeline.totalMs);
  return (
    <section aria-labelledby="where-time-went" className={className}>
      <h2 id="where-time-went" className="mb-2 text-sm text-muted">
        {t('Timeline')}
      </h2>
      <ul className="flex flex-col gap-1">
        {timeline.rows.map(({ key, name, note, startMs, ms, tone }) => (
          <li key={key} className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_4.5rem] items-center gap-3">
            <span className="truncate" title={note ? `${name}: ${note}` : name}>
              {name}
            </span>
            <span className="@container relative flex h-5 items-center">
              <span aria-hidden className="absolute inset-x-0 h-1.5 rounded-full bg-hover" />
              <span
                aria-hidden
                className={classNames('absolute h-1.5 min-w-1 rounded-full', fill[tone])}
                style={{ left: `${Math.min(99, (startMs / total) * 100)}%`, width: `${(ms / total) * 100}%` }}
              />
              {note ? <NoteBeside note={note} end={(startMs + ms) / total} start={startMs / total} /> : null}
            </span>
            <span className="text-right text-muted">{formatDuration(ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MIN_SHARE = 0.35;

/** Placed beside the bar where there is room; over its end if there is none. Only announced beside short bars. */
function NoteBeside({ note, start, end }: { note: string; start: number; end: number }) {
  const isAfter = 1 - end >= start;
  const beside = isAfter ? { left: `calc(${end * 100}% + 6px)` } : { right: `calc(${(1 - start) * 100}% + 6px)` };
  return (
    <span
      className="absolute max-w-[60%] truncate @max-[10rem]:sr-only bg-canvas px-1.5 text-sm text-muted"
      style={Math.max(start, 1 - end) < MIN_SHARE ? { right: 0 } : beside}
    >
      {note}
    </span>
  );
}
