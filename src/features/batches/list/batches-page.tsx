import { Link } from '@tanstack/react-router';
import { Grid3x3, Upload } from 'lucide-react';
import { useMemo } from 'react';
import type { Surface } from '@/api/surface';
import { useBatchView } from '@/domains/batches/batches-store';
import { t } from '@/lib/i18n/messages';
import { PageHeader } from '@/shared/page/page-header';
import { pageTab } from '@/shared/page/page-tab';
import { usePageTitle } from '@/shared/page/use-page-title';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RowBoundary } from '@/ui/row-boundary';
import { Skeleton } from '@/ui/skeleton';
import { useAreBatchesRead } from '../use-batches';
import { BatchRow } from './batch-row';

/** All batches of this browser and of others of its gateway, on any server, newest first. */
export function BatchesPage() {
  const surface = useCurrentSurface();
  const entries = useBatchView((state) => state.entries);
  const isDurable = useBatchView((state) => state.isDurable);
  const isRead = useAreBatchesRead();
  const batches = useMemo(
    () => Object.values(entries).toSorted((left, right) => right.createdAt - left.createdAt),
    [entries],
  );
  usePageTitle(t('Batches'));
  return (
    <>
      <PageHeader
        title={t('Batches')}
        actions={
          <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            <Upload aria-hidden />
            {t('Submit')}
          </Link>
        }
      />
      <nav
        aria-label={t('Jobs and batches')}
        className="flex h-10 shrink-0 gap-0.5 border-b border-line px-1.5 md:px-2.5"
      >
        <Link to="/$surface/jobs" params={{ surface: surface.id }} className={pageTab(false)}>
          {t('All jobs')}
        </Link>
        <Link to="/$surface/batches" params={{ surface: surface.id }} aria-current="page" className={pageTab(true)}>
          {t('Batches')}
        </Link>
      </nav>
      {isDurable === false ? (
        <p role="status" className="shrink-0 border-b border-line bg-warn-soft px-5 py-1.5 text-sm">
          {t('This browser does not store data for this page: batches end when you close it.')}
        </p>
      ) : null}
      {batches.length > 0 ? (
        <ul aria-label={t('Batches')} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
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
      ) : isRead ? (
        <NoBatches surface={surface} />
      ) : (
        <div role="status" aria-label={t('Loading batches')} className="flex flex-col gap-3 p-5">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
      )}
    </>
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
