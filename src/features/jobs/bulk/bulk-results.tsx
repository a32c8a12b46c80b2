import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { serverRowId } from '../job/list-row';
import { useVirtualList } from '@/lib/hooks/use-virtual-list';
import { t } from '@/lib/i18n/messages';
import { ServerName } from '@/shared/servers/server-name';
import type { BulkTally } from './bulk-tally';

const icons = {
  ok: <CircleCheck aria-hidden className="text-ok" />,
  warn: <TriangleAlert aria-hidden className="text-warn" />,
  bad: <CircleAlert aria-hidden className="text-bad" />,
};

const ROW_HEIGHT = 32;

interface BulkResultsProps {
  tally: BulkTally;
  /** Number of results to show: the tally grows between two renders. */
  count: number;
  /** Whether the jobs are from several servers; each result then names its server. */
  namesServer: boolean;
  onLeave: () => void;
}

/** Outcome of each job, failures first; renders only the visible rows. */
export function BulkResults({ tally, count, namesServer, onLeave }: BulkResultsProps) {
  const { scroller, listStyle, rows, rowProps } = useVirtualList({
    count,
    heightOf: () => ROW_HEIGHT,
    keyOf: (index) => keyOf(tally, index),
    isMeasured: true,
  });
  return (
    <div ref={scroller} className="max-h-[50dvh] overflow-y-auto">
      <ul aria-label={t('What happened')} className="relative" style={listStyle}>
        {rows.map((row) => {
          const result = tally.at(row.index);
          if (!result) return null;
          const { surface, id, title, tone, words, newJobId } = result;
          return (
            <li
              key={row.key}
              {...rowProps(row)}
              className="absolute inset-x-0 top-0 flex min-h-8 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0"
            >
              {icons[tone]}
              <Link
                to="/$surface/jobs/$jobId"
                params={{ surface: surface.id, jobId: newJobId ?? id }}
                className="max-w-1/2 truncate font-medium underline-offset-2 hover:underline"
                onClick={onLeave}
              >
                {title}
              </Link>
              {namesServer ? <ServerName surface={surface} /> : null}
              <span className="min-w-0 text-muted">{words}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function keyOf(tally: BulkTally, index: number): string | number {
  const result = tally.at(index);
  return result ? serverRowId(result.surface.id, result.id) : index;
}
