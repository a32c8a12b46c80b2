import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { findSurface } from '@/api/surface';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { readFirstResults } from '@/domains/batches/batches';
import { firstShowable } from '@/shared/files/output-kind';
import { MOSAIC_RESULTS, type MosaicResult } from '@/shared/files/result-mosaic';
import { cellJobQuery } from '../cell-job';

/** Returns the first results of a batch; none until it is shown. */
export function useBatchResults({ id, surfaceId, tally }: BatchEntry, isShown: boolean): readonly MosaicResult[] {
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
