import type { JobSort } from '@contract/console/job-sorts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { ROW_GRID } from './row-layout';
import type { Column, columnTracks } from '../view/list-view';

type HeadName = Column | 'title' | 'server' | 'status';

const HEADS: Readonly<Record<HeadName, Message>> = {
  title: msg('Job'),
  server: msg('Server'),
  status: msg('Status'),
  progress: msg('Inputs, progress'),
  wait: msg('Wait'),
  run: msg('Run time'),
  engine: msg('Engine'),
  age: msg('Submitted'),
  time: msg('Submitted at'),
};

/** Sort orders of a column, first click first; a click after the last one restores newest first. */
const SORTS: Readonly<Record<HeadName, readonly JobSort[]>> = {
  title: ['title', 'title_reversed'],
  server: [],
  status: ['status', 'status_reversed'],
  progress: ['queue'],
  wait: ['longest_wait', 'shortest_wait'],
  run: ['longest_run', 'shortest_run'],
  engine: [],
  age: ['newest', 'oldest'],
  time: ['newest', 'oldest'],
};

const SORT_LABELS: Readonly<Record<JobSort, Message>> = {
  newest: msg('newest first'),
  oldest: msg('oldest first'),
  title: msg('A to Z'),
  title_reversed: msg('Z to A'),
  status: msg('active first'),
  status_reversed: msg('succeeded first'),
  longest_run: msg('longest run first'),
  shortest_run: msg('shortest run first'),
  longest_wait: msg('longest wait first'),
  shortest_wait: msg('shortest wait first'),
  queue: msg('in queue order'),
};

const ASCENDING: ReadonlySet<JobSort> = new Set([
  'oldest',
  'title',
  'status',
  'shortest_run',
  'shortest_wait',
  'queue',
]);

interface ListHeadProps {
  columns: readonly Column[];
  tracks: ReturnType<typeof columnTracks>;
  sort: JobSort;
  /** Absent if the rows have a fixed order. */
  onSort: ((sort: JobSort) => void) | undefined;
  /** Whether it has a column for servers. */
  hasServers?: boolean;
}

/** Column headers; sortable ones have buttons. A table, since only tables can expose a sort order. */
export function ListHead({ columns, tracks, sort, onSort, hasServers = false }: ListHeadProps) {
  const heads: readonly HeadName[] = ['title', ...(hasServers ? (['server'] as const) : []), 'status', ...columns];
  return (
    <div role={onSort ? 'table' : undefined} aria-label={onSort ? t('Order') : undefined} className="contents">
      <div
        role={onSort ? 'row' : undefined}
        style={tracks}
        className={`hidden h-8 shrink-0 items-center border-b border-line text-sm text-muted md:grid ${ROW_GRID} [scrollbar-gutter:stable]`}
      >
        {heads.map((head) =>
          onSort && SORTS[head].length > 0 ? (
            <SortButton key={head} head={head} sort={sort} onSort={onSort} />
          ) : (
            <span key={head} aria-hidden className={headClass(head)}>
              {t(HEADS[head])}
            </span>
          ),
        )}
        <span />
      </div>
    </div>
  );
}

function SortButton({ head, sort, onSort }: { head: HeadName; sort: JobSort; onSort: (sort: JobSort) => void }) {
  const sorts = SORTS[head];
  const index = sorts.indexOf(sort);
  const isOn = index >= 0;
  const next = sorts[index + 1] ?? (sorts[0] === 'newest' ? sorts[0] : isOn ? 'newest' : sorts[0]) ?? 'newest';
  const isAscending = ASCENDING.has(sort);
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  const isLeft = head === 'title' || head === 'status' || head === 'progress';
  const arrow = isOn ? <Arrow aria-hidden className="size-3" /> : null;
  return (
    <span
      role="columnheader"
      aria-sort={isOn ? (isAscending ? 'ascending' : 'descending') : undefined}
      className={headClass(head)}
    >
      <button
        type="button"
        aria-label={
          isOn
            ? t('{column}, {order}. Sort {next}', {
                column: t(HEADS[head]),
                order: t(SORT_LABELS[sort]),
                next: t(SORT_LABELS[next]),
              })
            : t('{column}. Sort {next}', { column: t(HEADS[head]), next: t(SORT_LABELS[next]) })
        }
        title={t('Sort {next}', { next: t(SORT_LABELS[next]) })}
        className={`inline-flex h-7 items-center gap-1 rounded whitespace-nowrap hover:text-text ${isOn ? 'font-medium text-text' : ''}`}
        onClick={() => onSort(next)}
      >
        {isLeft ? null : arrow}
        {t(HEADS[head])}
        {isLeft ? arrow : null}
      </button>
    </span>
  );
}

/** Added columns have no room in a narrow window. */
function headClass(head: HeadName): string | undefined {
  if (head === 'title') return 'pl-14 compact:pl-10';
  if (head === 'server' || head === 'status' || head === 'progress') return undefined;
  if (head === 'engine') return 'max-lg:hidden';
  return head === 'wait' || head === 'time' ? 'text-right max-lg:hidden' : 'text-right';
}
