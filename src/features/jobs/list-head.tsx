import { ArrowDown, ArrowUp } from 'lucide-react';
import type { JobSort } from '@/api/jobs/job-filter';
import { ROW_GRID } from './job-row';
import type { Column, columnTracks } from './view/list-view';

const HEADS: Readonly<Record<Column, string>> = {
  progress: 'Progress',
  wait: 'Wait',
  run: 'Run time',
  engine: 'Engine',
  age: 'Submitted',
  time: 'Submitted at',
};

/** Orders that a column offers, first click first; a click on the last one goes back to the first or to the default. */
const SORTS: Readonly<Record<Column, readonly JobSort[]>> = {
  progress: [],
  wait: ['longest_wait', 'newest'],
  run: ['longest_run', 'newest'],
  engine: [],
  age: ['newest', 'oldest'],
  time: ['newest', 'oldest'],
};

const SORT_WORDS: Readonly<Record<JobSort, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  longest_run: 'longest run first',
  longest_wait: 'longest wait first',
};

interface ListHeadProps {
  columns: readonly Column[];
  tracks: ReturnType<typeof columnTracks>;
  sort: JobSort;
  /** Absent: these rows have one order. */
  onSort: ((sort: JobSort) => void) | undefined;
  /** With the server of each job. */
  hasServers?: boolean;
}

/** Names of the columns; those that the list can be ordered by are buttons. */
export function ListHead({ columns, tracks, sort, onSort, hasServers = false }: ListHeadProps) {
  return (
    <div
      role="group"
      aria-label="Order"
      style={tracks}
      className={`hidden h-8 shrink-0 items-center border-b border-line text-sm text-muted md:grid ${ROW_GRID} [scrollbar-gutter:stable]`}
    >
      <span aria-hidden className="pl-14 compact:pl-10">
        Job
      </span>
      {hasServers ? <span aria-hidden>Server</span> : null}
      <span aria-hidden>Status</span>
      {columns.map((column) =>
        onSort && SORTS[column].length > 0 ? (
          <SortButton key={column} column={column} sort={sort} onSort={onSort} />
        ) : (
          <span key={column} aria-hidden className={headClass(column)}>
            {HEADS[column]}
          </span>
        ),
      )}
      <span />
    </div>
  );
}

function SortButton({ column, sort, onSort }: { column: Column; sort: JobSort; onSort: (sort: JobSort) => void }) {
  const sorts = SORTS[column];
  const index = sorts.indexOf(sort);
  const isOn = index >= 0 && !(sort === 'newest' && (column === 'run' || column === 'wait'));
  const next = sorts[isOn ? (index + 1) % sorts.length : 0] ?? 'newest';
  const Arrow = sort === 'oldest' ? ArrowUp : ArrowDown;
  return (
    <span className={headClass(column)}>
      <button
        type="button"
        aria-label={`${HEADS[column]}${isOn ? `, ${SORT_WORDS[sort]}` : ''}. Sort ${SORT_WORDS[next]}`}
        title={`Sort ${SORT_WORDS[next]}`}
        className={`inline-flex h-7 items-center gap-1 rounded whitespace-nowrap hover:text-text ${isOn ? 'font-medium text-text' : ''}`}
        onClick={() => onSort(next)}
      >
        {isOn ? <Arrow aria-hidden className="size-3" /> : null}
        {HEADS[column]}
      </button>
    </span>
  );
}

/** What was added to the usual columns has no room in a narrow window. */
function headClass(column: Column): string | undefined {
  if (column === 'progress') return undefined;
  if (column === 'engine') return 'max-lg:hidden';
  return column === 'wait' || column === 'time' ? 'text-right max-lg:hidden' : 'text-right';
}
