import { Link } from '@tanstack/react-router';
import { Filter, Grid3x3 } from 'lucide-react';
import { useMemo } from 'react';
import type { Surface } from '@/api/surface';
import { useBatchView } from '@/domains/batches/batches-store';
import { t } from '@/lib/i18n/messages';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RowBoundary } from '@/ui/row-boundary';
import { Skeleton } from '@/ui/skeleton';
import { useAreBatchesRead } from '../use-batches';
import { BatchRow } from './batch-row';
import { filterBatches, type BatchFilter } from './filter-batches';

interface BatchListProps extends BatchFilter {
  surface: Surface;
  /** Removes all filters. */
  onShowAll: () => void;
}

/** The batches of this browser and of others of its gateway, newest first: a tab of the jobs. */
export function BatchList({ surface, text, from, before, serverIds, onShowAll }: BatchListProps) {
  const entries = useBatchView((state) => state.entries);
  const isDurable = useBatchView((state) => state.isDurable);
  const isRead = useAreBatchesRead();
  const batches = useMemo(
    () =>
      filterBatches(Object.values(entries), { text, from, before, serverIds }).toSorted(
        (left, right) => right.createdAt - left.createdAt,
      ),
    [entries, text, from, before, serverIds],
  );
  return (
    <>
      {isDurable === false ? (
        <p role="status" className="shrink-0 border-b border-line bg-warn-soft px-5 py-1.5 text-sm">
          {t('This browser does not store data for this page: batches end when you close it.')}
        </p>
      ) : null}
      {batches.length > 0 ? (
        <ul aria-label={t('Batches')} data-scroll-area className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {batches.map((batch) => (
            <li
              key={batch.id}
              className="relative border-b border-line hover:bg-raised has-[a:focus-visible]:bg-raised"
            >
              <RowBoundary name={batch.title} record={batch}>
                <BatchRow batch={batch} />
              </RowBoundary>
            </li>
          ))}
        </ul>
      ) : !isRead ? (
        <BatchesLoading />
      ) : Object.keys(entries).length === 0 ? (
        <NoBatches surface={surface} />
      ) : (
        <EmptyState
          icon={<Filter />}
          title={t('No matching batches')}
          actions={<Button onClick={onShowAll}>{t('Show all batches')}</Button>}
        >
          {t('Other batches are hidden by the search, the dates or the choice of servers.')}
        </EmptyState>
      )}
    </>
  );
}

function BatchesLoading() {
  return (
    <div role="status" aria-label={t('Loading batches')} className="flex flex-col gap-3 p-5">
      {Array.from({ length: 3 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </div>
  );
}

function NoBatches({ surface }: { surface: Surface }) {
  return (
    <EmptyState
      icon={<Grid3x3 />}
      title={t('No batches yet')}
      actions={
        <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
          {t('Open Submit')}
        </Link>
      }
    >
      {t(
        'A batch runs one workflow with many values and shows the results side by side. To start one, open a draft and choose “Sweep…” next to Run.',
      )}
    </EmptyState>
  );
}
