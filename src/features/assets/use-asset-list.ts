import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { assetsQuery, chosenAssetsQuery } from '@/domains/assets/asset-list';
import { useStars } from '@/features/assets/starred-assets';
import type { Surface } from '@/api/surface';
import type { AssetsKind } from './asset-filters';
import { assetName } from './asset-text';

/** Returns the loaded files of a filter. */
export function useAssetList(surface: Surface, kind: AssetsKind | undefined, text: string) {
  const stars = useStars(surface.id);
  const isStarred = kind === 'starred';
  const search = useDeferredValue(text);
  const listed = useInfiniteQuery({
    ...assetsQuery(surface, { origin: isStarred ? undefined : kind, text: search }),
    enabled: !isStarred,
    placeholderData: keepPreviousData,
  });
  const chosen = useInfiniteQuery({
    ...chosenAssetsQuery(surface, stars),
    enabled: isStarred,
    placeholderData: keepPreviousData,
  });
  const query = isStarred ? chosen : listed;
  const starredIds = useMemo(() => new Set(stars), [stars]);
  const assets = useMemo(() => {
    const seen = new Map<string, ListedAsset>();
    for (const page of query.data?.pages ?? []) for (const asset of page?.assets ?? []) seen.set(asset.id, asset);
    const all = [...seen.values()];
    if (!isStarred) return all;
    return all.filter((asset) => starredIds.has(asset.id) && isFound(asset, search));
  }, [query.data, isStarred, starredIds, search]);
  const counts = query.data?.pages[0]?.counts;
  return {
    query,
    assets,
    starredIds,
    isListed: query.data?.pages[0] !== null,
    counts: counts ? { uploads: counts.uploads, outputs: counts.outputs, starred: stars.length } : null,
  };
}

/** Matches like the gateway's search. */
function isFound(asset: ListedAsset, text: string): boolean {
  const wanted = text.toLowerCase();
  return (
    assetName(asset).toLowerCase().includes(wanted) ||
    (asset.hash?.replace(/^blake3:/, '').startsWith(wanted.replace(/^blake3:/, '')) ?? false) ||
    (asset.job_id?.startsWith(wanted) ?? false)
  );
}
