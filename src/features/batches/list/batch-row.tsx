import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findSurface } from '@/api/surface';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { readFirstResults } from '@/domains/batches/batches';
import { useIsNear } from '@/lib/hooks/use-is-near';
import { t } from '@/lib/i18n/messages';
import { firstShowable } from '@/shared/files/output-kind';
import { MOSAIC_RESULTS, ResultMosaic, type MosaicResult } from '@/shared/files/result-mosaic';
import { Age } from '@/shared/relative-time';
import { ServerName } from '@/shared/servers/server-name';
import { useShellSurface } from '@/shared/servers/use-current-surface';
import { BatchChip } from '../batch-chip';
import { BatchProgress } from '../batch-progress';
import { axesText, countsText, runsElsewhere } from '../batch-state';
import { BatchMenu } from '../batch-menu';
import { cellJobQuery } from '../cell-job';
import { useBatchActions } from '../use-batch-actions';

/** A batch of the list. The link covers the whole row. */
export function BatchRow({ batch }: { batch: BatchEntry }) {
  const shown = useShellSurface();
  // A removed server has no pages.
  const surface = findSurface(batch.surfaceId) ?? shown;
  const actions = useBatchActions(batch);
  const { isNear, ref } = useIsNear(false);
  const results = useBatchResults(batch, isNear);
  return (
    <div
      ref={ref}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 px-4 py-2.5 md:grid-cols-[auto_minmax(0,2fr)_auto_minmax(120px,1fr)_80px_32px] lg:grid-cols-[auto_minmax(0,2fr)_128px_minmax(140px,1fr)_minmax(0,120px)_80px_32px] md:gap-x-4 md:px-5"
    >
      <ResultMosaic results={results} />
      <div className="min-w-0">
        <Link
          to="/$surface/batches/$batchId"
          params={{ surface: surface.id, batchId: batch.id }}
          className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {batch.title}
        </Link>
        <div className="truncate text-sm text-muted" title={axesText(batch.axes)}>
          {t('{count, plural, one {# cell} other {# cells}}', { count: batch.count })} · {axesText(batch.axes)}
        </div>
      </div>
      <BatchChip batch={batch} />
      <div className="min-w-0 max-md:col-span-3 max-md:col-start-2 max-md:row-start-2">
        <div className="mb-1 text-sm text-muted">
          {[countsText(batch), runsElsewhere(batch) ? t('in another browser') : null].filter(Boolean).join(' · ')}
        </div>
        <BatchProgress batch={batch} />
      </div>
      <Servers ids={batch.surfaceIds} />
      <Age at={batch.createdAt} className="text-right text-muted max-md:hidden" />
      <div className="relative z-1 max-md:col-start-4 max-md:row-start-1">
        <BatchMenu title={batch.title} actions={actions} />
      </div>
    </div>
  );
}

/** The first server, and how many others there are. */
function Servers({ ids }: { ids: readonly string[] }) {
  const names = ids.map((id) => findSurface(id)?.name ?? t('Removed server'));
  const first = ids[0] === undefined ? null : findSurface(ids[0]);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-muted max-lg:hidden" title={names.join(', ')}>
      {first ? <ServerName surface={first} /> : <span className="truncate">{names[0]}</span>}
      {ids.length > 1 ? <span className="shrink-0 text-sm text-faint">+{ids.length - 1}</span> : null}
    </span>
  );
}

/** Returns the first results of a batch; none until it is shown. */
function useBatchResults({ id, surfaceId, tally }: BatchEntry, isShown: boolean): readonly MosaicResult[] {
  const count = Math.min(tally.succeeded, MOSAIC_RESULTS);
  const { data: cells } = useQuery({
    queryKey: [surfaceId, 'device.batch', id, 'results', count],
    queryFn: () => readFirstResults(id, MOSAIC_RESULTS),
    enabled: isShown && count > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const jobs = (cells ?? []).flatMap(({ jobId, ...cell }) => {
    const surface = findSurface(cell.surfaceId);
    return surface && jobId !== null ? [{ surface, jobId }] : [];
  });
  return useQueries({
    queries: jobs.map(({ surface, jobId }) => ({ ...cellJobQuery(surface, jobId), enabled: isShown })),
    combine: (results) =>
      results.flatMap(({ data }, index) => {
        const surface = jobs[index]?.surface;
        const output = firstShowable(data?.job.outputs);
        return surface && output ? [{ surface, output }] : [];
      }),
  });
}
