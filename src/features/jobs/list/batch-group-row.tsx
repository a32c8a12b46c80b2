import { Link } from '@tanstack/react-router';
import { ChevronRight, Grid3x3 } from 'lucide-react';
import type { ComponentType } from 'react';
import { isTerminal } from '@contract/jobs/lifecycle';
import { unstartedCells } from '@/domains/batches/batch-entry';
import type { Surface } from '@/api/surface';
import { useBatchView } from '@/domains/batches/batches-store';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ResultMosaic, type MosaicResult } from '@/shared/files/result-mosaic';
import { firstShowable } from '@/shared/files/output-kind';
import { JobStatusChip } from '@/shared/job-status';
import { Age } from '@/shared/relative-time';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';
import { jobTimes } from '../job/job-times';
import type { ListRow } from '../job/list-row';
import { useListView } from '../view/list-view';
import { toggleBatch, type BatchGroup } from './batch-rows';
import { columnClass, RowCells, type ColumnId } from './job-columns';
import { ROW_LAYOUT } from './row-layout';

export interface BatchGroupRowProps {
  batch: BatchGroup;
  isCard: boolean;
  /** Whether the list has a column for servers. */
  hasServers?: boolean;
}

/** A batch as one row of the job list, which opens to its jobs. */
export function BatchGroupRow({ batch, isCard, hasServers = false }: BatchGroupRowProps) {
  const { rows } = batch;
  const view = useListView();
  const surface = useShellSurface();
  const entry = useBatchView(({ entries }) => entries[batch.batchId]);
  const title = entry?.title ?? batch.title;
  // As in the list of batches: of the batch itself, which is older than its newest job.
  const createdAt = entry?.createdAt ?? jobTimes(rows[0]?.fetched.job ?? { created_at: '' }).createdAt;
  const axes = entry?.axes.map(({ label, count }) => `${label} × ${formatInteger(count)}`).join(', ');
  return (
    <div className={classNames(ROW_LAYOUT, 'hover:bg-raised has-[button:focus-visible]:bg-raised')}>
      <div className="contents md:flex md:min-w-0 md:items-center md:gap-3">
        <ResultMosaic results={resultsOf(rows)} />
        <div className="min-w-0 md:compact:flex md:compact:items-baseline md:compact:gap-2.5">
          <OpenButton batch={batch} title={title} />
          <div className="truncate pl-5.5 text-sm text-faint">
            {[t('batch'), axes ?? t('{count, plural, one {# job} other {# jobs}}', { count: rows.length })].join(' · ')}
            {isCard ? <Age at={createdAt} className="before:content-['_·_']" /> : null}
          </div>
        </div>
      </div>
      <RowCells
        chosen={view.columns}
        hasServers={hasServers}
        isCard={isCard}
        renderCell={(column) => {
          const Cell = BATCH_CELLS[column.id];
          return <Cell key={column.id} batch={batch} createdAt={createdAt} className={columnClass(column)} />;
        }}
      >
        <span className="flex justify-end">
          {entry ? <BatchLink surface={surface} batchId={batch.batchId} title={title} /> : null}
        </span>
      </RowCells>
    </div>
  );
}

interface GroupCellProps {
  batch: BatchGroup;
  createdAt: number | null;
  /** Of the column. */
  className: string;
}

const BATCH_CELLS: Readonly<Record<ColumnId, ComponentType<GroupCellProps>>> = {
  server: NoCell,
  status: GroupStatus,
  progress: GroupProgress,
  wait: NoCell,
  run: NoCell,
  engine: NoCell,
  age: ({ createdAt, className }) => <Age at={createdAt} className={classNames(className, 'text-muted')} />,
  time: ({ createdAt, className }) => (
    <span className={classNames(className, 'truncate text-muted')}>
      {createdAt === null ? null : formatDateTime(createdAt)}
    </span>
  ),
};

/** The jobs of a batch differ in it. Keeps the place of the cell in the table. */
function NoCell({ className }: GroupCellProps) {
  return <span className={classNames(className, 'max-md:hidden')} />;
}

/** A batch as one tile of the wall, which opens to its jobs. */
export function BatchTile({ batch }: Pick<BatchGroupRowProps, 'batch'>) {
  const entry = useBatchView(({ entries }) => entries[batch.batchId]);
  const surface = useShellSurface();
  const title = entry?.title ?? batch.title;
  return (
    <div className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-panel hover:border-control">
      <ResultMosaic results={resultsOf(batch.rows)} isLarge />
      <div className="flex min-h-0 flex-1 items-center gap-1 pr-1 pl-2 text-sm">
        <div className="min-w-0 flex-1">
          <OpenButton batch={batch} title={title} />
          <GroupProgress batch={batch} />
        </div>
        {entry ? <BatchLink surface={surface} batchId={batch.batchId} title={title} /> : null}
      </div>
    </div>
  );
}

/** Covers the row or tile. */
function OpenButton({ batch, title }: { batch: BatchGroup; title: string }) {
  return (
    <button
      type="button"
      data-row-id={batch.id}
      aria-expanded={batch.isOpen}
      className="flex max-w-full min-w-0 items-center gap-1.5 text-left font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      title={title}
      onClick={() => toggleBatch(batch.batchId)}
    >
      <ChevronRight
        aria-hidden
        className={classNames('size-4 shrink-0 text-muted transition-transform', batch.isOpen && 'rotate-90')}
      />
      <span className="truncate">{title}</span>
    </button>
  );
}

function BatchLink({ surface, batchId, title }: { surface: Surface; batchId: string; title: string }) {
  return (
    <Link
      to="/$surface/batches/$batchId"
      params={{ surface: surface.id, batchId }}
      aria-label={t('Open batch {title}', { title })}
      title={t('Open batch')}
      className={classNames(buttonClass({ tone: 'ghost', size: 'icon-sm' }), 'relative z-1 max-md:size-9')}
    >
      <Grid3x3 aria-hidden />
    </Link>
  );
}

/** What its jobs show, one output of each. */
function resultsOf(rows: readonly ListRow[]): readonly MosaicResult[] {
  return rows.flatMap(({ surface, fetched }) => {
    const output = firstShowable(fetched.job.outputs);
    return output ? [{ surface, output }] : [];
  });
}

/** What a batch is doing, or how it ended: the first that one of its jobs has. */
const STATUSES = ['running', 'canceling', 'queued', 'failed', 'canceled', 'expired', 'succeeded'];

function GroupStatus({ batch: { rows } }: Pick<GroupCellProps, 'batch'>) {
  const status = STATUSES.find((one) => rows.some(({ fetched }) => fetched.job.status === one)) ?? 'succeeded';
  return (
    <JobStatusChip
      status={status}
      className={classNames(
        'justify-self-start max-md:justify-self-end [&_svg]:animate-none',
        status === 'succeeded' && 'bg-transparent! pl-0! font-normal text-muted! [&_svg]:text-ok',
      )}
    />
  );
}

/** Of the whole batch if this browser started it, else of its jobs in the list. */
function GroupProgress({ batch: { batchId, title, rows } }: Pick<GroupCellProps, 'batch'>) {
  const entry = useBatchView(({ entries }) => entries[batchId]);
  const countOf = (status: string) => rows.filter(({ fetched }) => fetched.job.status === status).length;
  const ended = rows.filter(({ fetched }) => isTerminal(fetched.job.status)).length;
  const count = entry?.count ?? rows.length;
  const done = entry?.tally.succeeded ?? countOf('succeeded');
  const failed = entry ? entry.tally.failed + entry.tally.refused : countOf('failed');
  const left = entry ? entry.inFlight.length + Math.max(0, unstartedCells(entry)) : rows.length - ended;
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1.5 max-md:col-start-1 max-md:row-start-2 md:col-span-1">
      <span className="truncate text-muted">
        {t('{done} of {count} succeeded', { done: formatInteger(done), count: formatInteger(count) })}
        {failed > 0 ? (
          <span className="text-bad">{` · ${t('{count} failed', { count: formatInteger(failed) })}`}</span>
        ) : null}
        {entry && rows.length < entry.count
          ? ` · ${t('{count} in this list', { count: formatInteger(rows.length) })}`
          : null}
      </span>
      {left > 0 ? (
        <ProgressBar value={(count - left) / count} label={t('Progress of {title}', { title })} tone="accent" />
      ) : null}
    </div>
  );
}
