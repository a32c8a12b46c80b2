import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { memo } from 'react';
import { useBatchView } from '@/domains/batches/batches-store';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { useThrottledValue } from '@/lib/hooks/use-throttled-value';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { usePageTitle } from '@/shared/page/use-page-title';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Skeleton } from '@/ui/skeleton';
import { useAreBatchesRead, useBatchPlan } from '../use-batches';
import { BatchHeader, batchesParent } from './batch-header';
import { BatchResults } from './batch-results';

const route = getRouteApi('/$surface/batches/$batchId');
const SHOW_EVERY_MS = 100;

/** Results of one batch as a grid. The batch may use other servers than that of the path. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const latest = useBatchView(({ entries }) => entries[batchId]);
  // Short jobs change a batch a hundred times per second.
  const throttled = useThrottledValue(latest, SHOW_EVERY_MS);
  const batch = throttled?.id === latest?.id ? throttled : latest;
  const isRead = useAreBatchesRead();
  if (batch) return <OpenBatch key={batchId} batch={batch} />;
  return isRead ? <BatchNotFound /> : <BatchLoading title={t('Batch')} />;
}

const OpenBatch = memo(function OpenBatch({ batch }: { batch: BatchEntry }) {
  const { data: planned, isPending } = useBatchPlan(batch);
  usePageTitle(batch.title);
  if (isPending) return <BatchLoading title={batch.title} />;
  if (planned) return <BatchResults batch={batch} planned={planned} />;
  return (
    <>
      <BatchHeader batch={batch} cells={[]} />
      <EmptyState icon={<SearchX />} title={t('Could not load the plan of this batch')}>
        {batch.elsewhere
          ? t('Another browser started this batch. Its plan is not on the gateway yet, or is larger than 1 MiB.')
          : t('The plan is no longer stored in this browser.')}{' '}
        {t('Without it, the grid cannot be shown. The jobs of the batch are in the job list.')}
      </EmptyState>
    </>
  );
});

function BatchNotFound() {
  const surface = useCurrentSurface();
  usePageTitle(t('Batch not found'));
  return (
    <>
      <PageHeader title={t('Batch')} parent={batchesParent()} />
      <EmptyState
        icon={<SearchX />}
        title={t('Batch not found')}
        actions={
          <Link to="/$surface/batches" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            {t('Show all batches')}
          </Link>
        }
      >
        {t(
          'It was deleted, or the browser that started it has not synced it with this gateway yet. Its jobs are in the job list.',
        )}
      </EmptyState>
    </>
  );
}

function BatchLoading({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} parent={batchesParent()} />
      <div role="status" aria-label={t('Loading the batch')} className="flex flex-wrap gap-2 overflow-hidden p-4">
        {Array.from({ length: 24 }, (_, index) => (
          <Skeleton key={index} className="size-42 rounded-md" />
        ))}
      </div>
    </>
  );
}
