import type { JobSort } from '@contract/console/job-sorts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { ROW_GRID } from './row-layout';
import { columnClass, shownColumns, TITLE_HEAD, type ColumnHead, type columnTracks } from './job-columns';
import type { Column } from '../view/list-view';

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
  return (
    <div role={onSort ? 'table' : undefined} aria-label={onSort ? t('Order') : undefined} className="contents">
      <div
        role={onSort ? 'row' : undefined}
        style={tracks}
        className={`hidden h-8 shrink-0 items-center border-b border-line text-sm text-muted md:grid ${ROW_GRID} [scrollbar-gutter:stable]`}
      >
        {[TITLE_HEAD, ...shownColumns(columns, hasServers)].map((column) =>
          onSort && column.sorts.length > 0 ? (
            <SortButton key={column.id} column={column} sort={sort} onSort={onSort} />
          ) : (
            <span key={column.id} aria-hidden className={headClass(column)}>
              {t(column.head)}
            </span>
          ),
        )}
        <span />
      </div>
    </div>
  );
}

interface SortButtonProps {
  column: ColumnHead;
  sort: JobSort;
  onSort: (sort: JobSort) => void;
}

function SortButton({ column, sort, onSort }: SortButtonProps) {
  const { sorts, isRight = false } = column;
  const head = t(column.head);
  const index = sorts.indexOf(sort);
  const isOn = index >= 0;
  const next = sorts[index + 1] ?? (sorts[0] === 'newest' ? sorts[0] : isOn ? 'newest' : sorts[0]) ?? 'newest';
  const isAscending = ASCENDING.has(sort);
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  const arrow = isOn ? <Arrow aria-hidden className="size-3" /> : null;
  return (
    <span
      role="columnheader"
      aria-sort={isOn ? (isAscending ? 'ascending' : 'descending') : undefined}
      className={headClass(column)}
    >
      <button
        type="button"
        aria-label={
          isOn
            ? t('{column}, {order}. Sort {next}', {
                column: head,
                order: t(SORT_LABELS[sort]),
                next: t(SORT_LABELS[next]),
              })
            : t('{column}. Sort {next}', { column: head, next: t(SORT_LABELS[next]) })
        }
        title={t('Sort {next}', { next: t(SORT_LABELS[next]) })}
        className={`inline-flex h-7 items-center gap-1 rounded whitespace-nowrap hover:text-text ${isOn ? 'font-medium text-text' : ''}`}
        onClick={() => onSort(next)}
      >
        {isRight ? arrow : null}
        {head}
        {isRight ? null : arrow}
      </button>
    </span>
  );
}

/** The title begins above the text of the rows, after their thumbnails. */
function headClass(column: ColumnHead): string {
  return column === TITLE_HEAD ? 'pl-14 compact:pl-10' : columnClass(column);
}
