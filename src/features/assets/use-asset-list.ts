import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { assetKindOf } from '@contract/console/asset-kinds';
import type { ListedAsset } from '@contract/console/schemas';
import { readSearchTerms } from '@contract/console/search-terms';
import { assetsQuery, chosenAssetsQuery, type AssetFilter } from '@/domains/assets/asset-list';
import { useStars } from '@/features/assets/starred-assets';
import type { Surface } from '@/api/surface';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';
import { assetName } from './asset-text';
import { assetFilterOf, type AssetsSearch } from './assets-search';

/** Returns the loaded files of a filter. */
export function useAssetList(surface: Surface, search: AssetsSearch) {
  const stars = useStars(surface.id);
  const isStarred = search.kind === 'starred';
  const zone = useSetting(timeZoneSetting);
  const text = useDeferredValue(search.q ?? '');
  const { kind, type, period, title, like } = search;
  const filter = useMemo(
    () => assetFilterOf({ kind, type, period, title, like, q: text }, Date.now(), zone),
    [kind, type, period, title, like, text, zone],
  );
  const listed = useInfiniteQuery({
    ...assetsQuery(surface, filter),
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
    return all.filter((asset) => starredIds.has(asset.id) && isFound(asset, filter));
  }, [query.data, isStarred, starredIds, filter]);
  const [first] = query.data?.pages ?? [];
  return {
    query,
    assets,
    starredIds,
    isListed: first !== null,
    counts: first?.counts ? { ...first.counts, starred: stars.length } : null,
    /** Number of jobs whose inputs the gateway has not read yet. */
    inputsPending: first?.inputs_pending ?? 0,
    /** Whether a term of the search does not apply: a star belongs to a file, whose inputs this browser does not know. */
    ignoresInputs: isStarred && (readSearchTerms(text).inputs.length > 0 || like !== undefined),
  };
}

/** Matches like the gateway, as far as this browser knows the file. */
function isFound(asset: ListedAsset, { text = '', kind, from = 0, title }: AssetFilter): boolean {
  if (kind && assetKindOf(asset.content_type, asset.file_path) !== kind) return false;
  if (Date.parse(asset.created_at) < from) return false;
  if (title !== undefined && asset.job_title !== title) return false;
  const { words, inputs } = readSearchTerms(text);
  const wanted = inputs.length > 0 ? words.join(' ') : text.toLowerCase();
  return (
    assetName(asset).toLowerCase().includes(wanted) ||
    (asset.hash?.replace(/^blake3:/, '').startsWith(wanted.replace(/^blake3:/, '')) ?? false) ||
    (asset.job_id?.startsWith(wanted) ?? false)
  );
}
