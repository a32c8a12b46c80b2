import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { jobSummaryQuery } from '@/features/jobs/summary/summary-query';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import type { TimeZone } from '@/lib/time-zone';
import { BarSparkline } from '@/ui/bar-sparkline';
import type { JobsSearch } from '../filters/jobs-search';
import { summaryBars } from './summary-bars-model';
import { summaryStats, summarySpan, summaryText, type Figure } from './summary-model';

export interface SummaryStripProps {
  surface: Surface;
  filter: JobFilter;
  /** Any timestamp within the current day. */
  today: number;
  zone: TimeZone;
  search: JobsSearch;
  hasActive: boolean;
}

const tones: Record<Figure['tone'], string> = { plain: 'text-faint', accent: 'text-accent', bad: 'text-bad' };

/** Stats for the days on screen. Includes all states; the tabs below count them separately. */
export function SummaryStrip({ surface, filter, search, today, zone, hasActive }: SummaryStripProps) {
  const span = useMemo(() => summarySpan(filter, today, zone), [filter, today, zone]);
  const { data } = useQuery(jobSummaryQuery(surface, span, filter, hasActive));
  // Drawn after the rest: their titles need date formats, which take longer to create than everything else here.
  const drawnData = useDeferredValue(data, null);
  const label = summaryText(search);
  const stats = useMemo(() => summaryStats(data, label), [data, label]);
  return (
    <dl className="grid h-full grid-cols-4">
      {stats.map(({ name, label, value, note, title, tone }) => (
        <div
          key={name}
          title={title}
          className="grid min-w-0 content-center gap-x-3 border-line px-2 not-last:border-r first:pl-4 md:px-5 md:first:pl-5 lg:grid-cols-[auto_minmax(0,1fr)]"
        >
          <dt className="truncate text-xs text-muted md:text-sm">{label}</dt>
          <dd className="truncate text-lg font-semibold lg:text-xl">
            {value}
            {note ? <span className="ml-1.5 text-sm font-normal text-muted max-lg:hidden">{note}</span> : null}
          </dd>
          <dd aria-hidden className="col-start-2 row-span-2 row-start-1 hidden items-end justify-end pb-1 lg:flex">
            {drawnData ? (
              <BarSparkline
                bars={summaryBars(drawnData, span, name)}
                className={classNames('h-6 w-full max-w-32', tones[tone])}
              />
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
