import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { assetsQuery, chosenAssetsQuery } from '@/domains/assets/asset-list';
import { fileMarksQuery, NO_MARKS, type FileMarks } from '@/domains/annotations/file-marks';
import type { Surface } from '@/api/surface';
import { startOfDay } from '@/lib/days';
import { useNow } from '@/lib/hooks/use-now';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';
import { isModelResult } from './asset-text';
import { assetFilterOf, isNarrowed, type AssetsSearch } from './assets-search';

const MINUTE_MS = 60_000;

/** Returns the loaded files of a filter. */
export function useAssetList(surface: Surface, search: AssetsSearch) {
  const { data: marks = NO_MARKS, isPending } = useQuery(fileMarksQuery(surface.id));
  const { rated = 0 } = search;
  const isStarred = search.kind === 'starred';
  const isMarked = isStarred || rated > 0;
  const zone = useSetting(timeZoneSetting);
  const today = startOfDay(useNow(MINUTE_MS), zone);
  const text = useDeferredValue(search.q ?? '');
  const { kind, type, period, from, to, title, like, workflow } = search;
  const filter = useMemo(
    () => assetFilterOf({ kind, type, period, from, to, title, like, workflow, q: text }, today, zone),
    [kind, type, period, from, to, title, like, workflow, text, today, zone],
  );
  const marked = useMemo(
    () =>
      [...marks]
        .filter(([, mark]) => (mark.isStarred || !isStarred) && mark.rating >= rated)
        .toSorted(([, left], [, right]) => right.at - left.at)
        .map(([id]) => id),
    [marks, isStarred, rated],
  );
  const listed = useInfiniteQuery({
    ...assetsQuery(surface, filter),
    enabled: !isMarked,
    placeholderData: keepPreviousData,
  });
  const chosen = useInfiniteQuery({
    ...chosenAssetsQuery(surface, marked, filter),
    enabled: isMarked && !isPending,
    placeholderData: keepPreviousData,
  });
  const query = isMarked ? chosen : listed;
  const assets = useMemo(() => {
    const seen = new Map<string, ListedAsset>();
    for (const page of query.data?.pages ?? []) for (const asset of page?.assets ?? []) seen.set(asset.id, asset);
    const all = [...seen.values()];
    if (!isMarked) return all;
    // The query may still have the files of the marks before.
    const ids = new Set(marked);
    return all.filter(({ id }) => ids.has(id));
  }, [query.data, isMarked, marked]);
  const [first] = query.data?.pages ?? [];
  return {
    query,
    assets,
    marks,
    isListed: first !== null,
    counts: first?.counts ? { ...first.counts, starred: countStars(marks) } : null,
    /** Number of jobs whose inputs the gateway has not read yet. */
    inputsPending: first?.inputs_pending ?? 0,
  };
}

type AssetList = ReturnType<typeof useAssetList>;

/** Counts without files that the page hides, which the gateway still has. */
export function countsWithout(
  hidden: ReadonlyMap<string, ListedAsset>,
  { assets, counts, marks }: Pick<AssetList, 'assets' | 'counts' | 'marks'>,
  search: AssetsSearch,
): AssetList['counts'] {
  if (counts === null) return null;
  const isAll = search.kind === undefined && !isNarrowed(search);
  const left = { ...counts };
  for (const asset of hidden.values()) {
    // A list of all files that lacks it was read after its deletion, and so were the counts.
    if (isAll && !assets.some(({ id }) => id === asset.id)) continue;
    left[isOutput(asset) ? 'outputs' : 'uploads'] -= 1;
    if (marks.get(asset.id)?.isStarred) left.starred -= 1;
  }
  return left;
}

function isOutput(asset: ListedAsset): boolean {
  return Boolean(asset.job_id) || isModelResult(asset);
}

function countStars(marks: FileMarks): number {
  let count = 0;
  for (const { isStarred } of marks.values()) if (isStarred) count += 1;
  return count;
}
