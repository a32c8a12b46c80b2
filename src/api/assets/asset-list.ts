import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { Asset } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { fetchFromSurface, jobApiUrl } from '../ask-surface';
import { withAbsoluteLinks } from '../links';
import { operationKey, type Surface } from '../surface';
import { isNotOffered } from '../surfaces/offered-operations';

/** `GET /console/assets`, private to our gateway: the Job API itself lists no assets. */
const ListedAsset = z.looseObject({
  ...Asset.shape,
  in_use: z.optional(z.boolean()),
  /** Of an output whose job has a title and still exists. */
  job_title: z.optional(z.string()),
  /** Of an output whose job still exists. */
  node_id: z.optional(z.string()),
});
export type ListedAsset = z.infer<typeof ListedAsset>;

const AssetPage = z.looseObject({
  assets: z.array(ListedAsset),
  next_cursor: z.optional(z.string()),
  counts: z.optional(z.looseObject({ uploads: z.number(), outputs: z.number() })),
});
type AssetPage = z.infer<typeof AssetPage>;

export interface AssetFilter {
  origin?: 'uploads' | 'outputs' | undefined;
  /** Part of the name, or the beginning of the hash or of the job's id. */
  text?: string | undefined;
}

const PAGE_SIZE = 100;
const POLL_MS = 15_000;
/** More pages than these are not read again just because time goes by. */
const MAX_POLLED_PAGES = 2;

/** Null: this surface does not list its files. */
export function assetsQuery(surface: Surface, { origin, text }: AssetFilter) {
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', origin ?? '', text ?? ''),
    queryFn: ({ pageParam, signal }) =>
      readPage(surface, { origin, q: text, cursor: pageParam, limit: String(PAGE_SIZE) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: AssetPage | null) => last?.next_cursor,
    retry: false,
    staleTime: 5000,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= MAX_POLLED_PAGES ? POLL_MS : false),
  });
}

/** Certain assets, in the order of `ids`; what is gone is left out. */
export function chosenAssetsQuery(surface: Surface, ids: readonly string[]) {
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', 'ids', ids.join(',')),
    queryFn: ({ pageParam, signal }) =>
      readPage(surface, { ids: ids.slice(pageParam, pageParam + PAGE_SIZE).join(',') }, signal),
    initialPageParam: 0,
    getNextPageParam: (_last: AssetPage | null, _all, from: number) =>
      from + PAGE_SIZE < ids.length ? from + PAGE_SIZE : undefined,
    retry: false,
    staleTime: 5000,
  });
}

async function readPage(
  surface: Surface,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<AssetPage | null> {
  if (surface.kind !== 'gateway') return null;
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  try {
    const path = `/console/assets?${new URLSearchParams(given).toString()}`;
    const page = AssetPage.parse(JSON.parse(await fetchFromSurface(surface, path, { signal })));
    return { ...page, assets: withAbsoluteLinks(page.assets, surface, jobApiUrl(surface) + path) };
  } catch (error) {
    if (isApiError(error) && isNotOffered(error.status)) return null;
    throw error;
  }
}
