import { lazy, Suspense, useCallback, useRef } from 'react';
import type { JobReading } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { useMediaQuery } from '@/lib/use-media-query';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { CARD_HEIGHT, JobRow, ROW_GRID, ROW_HEIGHT } from './job-row';
import type { OlderState } from './use-job-list';
import type { VirtualRowsProps } from './virtual-rows';

/**
 * The first screen is drawn without it, and the whole list where its code does not come: a gateway that is away takes no
 * rows along.
 */
const VirtualRows = lazy(async () => ({
  default: await import('./virtual-rows').then(
    (module) => module.VirtualRows,
    () => PlainRows,
  ),
}));

const PLAIN_ROWS = 20;

function PlainRows({ count, keyOf, renderRow }: Pick<VirtualRowsProps, 'count' | 'keyOf' | 'renderRow'>) {
  return (
    <ul aria-label="Jobs">
      {Array.from({ length: count }, (_, index) => (
        <li key={keyOf(index)}>{renderRow(index)}</li>
      ))}
    </ul>
  );
}

interface JobsListProps {
  surface: Surface;
  rows: readonly JobReading[];
  olderState: OlderState;
  onLoadOlder: () => void;
  onCancel: (reading: JobReading) => void;
  /** Older jobs exist that the surface does not list. */
  isCutOff: boolean;
}

export function JobsList({ surface, rows, olderState, onLoadOlder, onCancel, isCutOff }: JobsListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const isCard = !useMediaQuery('(min-width: 840px)');
  const rowHeight = isCard ? CARD_HEIGHT : ROW_HEIGHT;
  const onNearEnd = useCallback(() => {
    if (olderState === 'more') onLoadOlder();
  }, [olderState, onLoadOlder]);

  const renderRow = (index: number) => {
    const reading = rows[index];
    return reading ? <JobRow surface={surface} reading={reading} isCard={isCard} onCancel={onCancel} /> : null;
  };
  const keyOf = (index: number) => rows[index]?.job.id ?? String(index);
  const firstRows = <PlainRows count={Math.min(PLAIN_ROWS, rows.length)} keyOf={keyOf} renderRow={renderRow} />;
  return (
    <>
      <div
        aria-hidden
        className={`hidden h-8 shrink-0 items-center border-b border-line text-sm text-muted md:grid ${ROW_GRID} [scrollbar-gutter:stable]`}
      >
        <span className="pl-14">Job</span>
        <span>Status</span>
        <span>Progress</span>
        <span className="text-right">Run time</span>
        <span className="text-right">Submitted</span>
        <span />
      </div>
      <div ref={scrollRef} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Suspense fallback={firstRows}>
          <VirtualRows
            scrollRef={scrollRef}
            count={rows.length}
            rowHeight={rowHeight}
            keyOf={keyOf}
            renderRow={renderRow}
            onNearEnd={onNearEnd}
          />
        </Suspense>
        <ListEnd count={rows.length} olderState={olderState} isCutOff={isCutOff} onLoadOlder={onLoadOlder} />
      </div>
    </>
  );
}

function ListEnd({
  count,
  olderState,
  isCutOff,
  onLoadOlder,
}: Pick<JobsListProps, 'olderState' | 'isCutOff' | 'onLoadOlder'> & { count: number }) {
  return (
    <div className="flex h-14 items-center justify-center gap-3 text-sm text-muted" aria-live="polite">
      {olderState === 'loading' ? (
        <>
          <Spinner /> Loading older jobs
        </>
      ) : null}
      {olderState === 'failed' ? (
        <>
          Older jobs could not be read.
          <Button size="sm" onClick={onLoadOlder}>
            Try again
          </Button>
        </>
      ) : null}
      {olderState === 'more' ? (
        <Button size="sm" tone="ghost" onClick={onLoadOlder}>
          Show older jobs
        </Button>
      ) : null}
      {olderState === 'end'
        ? isCutOff
          ? `The newest ${formatInteger(count)}; this surface lists no older ones`
          : count > PLAIN_ROWS
            ? `All ${formatInteger(count)} jobs`
            : null
        : null}
    </div>
  );
}
