import type { JobSort } from '@contract/console/job-sorts';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { msg, type Message } from '@/lib/i18n/messages';
import { DEFAULT_COLUMNS, type Column } from '../view/list-view';

/** Of a column after the title. */
export type ColumnId = 'server' | 'status' | Column;

/** What header and rows share. */
export interface ColumnHead {
  id: 'title' | ColumnId;
  head: Message;
  /** Sort orders, first click first; a click after the last one restores newest first. */
  sorts: readonly JobSort[];
  /** Grid track in a narrow window; `null` if the column is hidden there. */
  narrow: string | null;
  wide: string;
  /** Whether text ends at the right edge. */
  isRight?: boolean;
}

interface JobColumn<Id extends ColumnId = ColumnId> extends ColumnHead {
  id: Id;
  /** Name in the menu, if more precise than the one above the column. */
  inMenu?: Message;
  /** Whether it is beside the actions on a card. */
  isBesideActions?: boolean;
}

/** Always the first column. The row draws it, as a link that covers the row. */
export const TITLE_HEAD: ColumnHead = {
  id: 'title',
  head: msg('Job'),
  sorts: ['title', 'title_reversed'],
  narrow: 'minmax(0,1.1fr)',
  wide: 'minmax(0,1.5fr)',
};

/** Actions of a row, its last grid track. */
const ACTIONS = { narrow: '60px', wide: '64px' };

/** Their cells are in `JOB_CELLS`, and in `BATCH_CELLS` of the rows of batches. */
export const JOB_COLUMNS: { readonly [Id in ColumnId]: JobColumn<Id> } = {
  server: { id: 'server', head: msg('Server'), sorts: [], narrow: '104px', wide: '140px' },
  status: {
    id: 'status',
    head: msg('Status'),
    sorts: ['status', 'status_reversed'],
    narrow: '100px',
    wide: '116px',
  },
  progress: {
    id: 'progress',
    head: msg('Inputs, progress'),
    sorts: ['queue'],
    narrow: 'minmax(0,1fr)',
    wide: 'minmax(0,1.2fr)',
  },
  wait: {
    id: 'wait',
    head: msg('Wait'),
    sorts: ['longest_wait', 'shortest_wait'],
    narrow: null,
    wide: '88px',
    isRight: true,
    isBesideActions: true,
  },
  run: {
    id: 'run',
    head: msg('Run time'),
    sorts: ['longest_run', 'shortest_run'],
    narrow: '80px',
    wide: '88px',
    isRight: true,
    isBesideActions: true,
  },
  engine: {
    id: 'engine',
    head: msg('Engine'),
    sorts: [],
    narrow: null,
    wide: '112px',
    isBesideActions: true,
  },
  age: {
    id: 'age',
    head: msg('Submitted'),
    inMenu: msg('Submitted (relative)'),
    sorts: ['newest', 'oldest'],
    narrow: '84px',
    wide: '104px',
    isRight: true,
    isBesideActions: true,
  },
  time: {
    id: 'time',
    head: msg('Submitted at'),
    inMenu: msg('Submitted (date and time)'),
    sorts: ['newest', 'oldest'],
    narrow: null,
    wide: '156px',
    isRight: true,
    isBesideActions: true,
  },
};

/** Returns the columns of a list after the title. @param chosen the columns that the user shows */
export function shownColumns(chosen: readonly Column[], hasServers: boolean): readonly JobColumn[] {
  return [...(hasServers ? [JOB_COLUMNS.server] : []), JOB_COLUMNS.status, ...chosen.map((id) => JOB_COLUMNS[id])];
}

/** Those that a card has room for. */
const CARD_COLUMNS: readonly Column[] = ['progress', 'run'];

interface RowCellsProps {
  /** The columns that the user shows. */
  chosen: readonly Column[];
  hasServers: boolean;
  isCard: boolean;
  renderCell: (column: JobColumn) => ReactNode;
  /** Its actions, the last cell. */
  children: ReactNode;
}

/** Cells of a row after its title. */
export function RowCells({ chosen, hasServers, isCard, renderCell, children }: RowCellsProps) {
  const columns = isCard ? shownColumns(CARD_COLUMNS, false) : shownColumns(chosen, hasServers);
  return (
    <>
      {columns.map((column) => (column.isBesideActions ? null : renderCell(column)))}
      <div className="flex items-center justify-end gap-1 max-md:col-start-3 max-md:row-start-2 md:contents">
        {columns.map((column) => (column.isBesideActions ? renderCell(column) : null))}
        {children}
      </div>
    </>
  );
}

/** Alignment of a column, and in which windows it is shown. */
export function columnClass({ isRight, narrow }: ColumnHead): string {
  return classNames(isRight && 'text-right', narrow === null && 'max-lg:hidden');
}

/**
 * Returns the grid tracks that header and rows share, for two window widths; those of the default columns are in the
 * stylesheet.
 */
export function columnTracks(
  columns: readonly Column[],
  hasServers = false,
): Record<`--${string}`, string> | undefined {
  if (!hasServers && columns.join() === DEFAULT_COLUMNS.join()) return undefined;
  const tracks = [TITLE_HEAD, ...shownColumns(columns, hasServers), ACTIONS];
  return {
    '--job-columns': tracks.flatMap(({ narrow }) => narrow ?? []).join(' '),
    '--job-columns-wide': tracks.map(({ wide }) => wide).join(' '),
  };
}
