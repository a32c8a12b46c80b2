import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AssetKind } from '@contract/console/asset-kinds';
import type { AssetPage } from '@contract/console/schemas';
import { isApiError } from '@/api/api-error';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { callConsole, consolePath } from '@/api/call-console';
import { withAbsoluteLinks } from '@/api/links';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';

export interface AssetFilter {
  origin?: 'uploads' | 'outputs' | undefined;
  kind?: AssetKind | undefined;
  /** Created at or after this time. */
  from?: number | undefined;
  /** Created before this time. */
  before?: number | undefined;
  /** Part of the name, the start of the hash or of the job id, or words of the job; with terms for generation inputs. */
  text?: string | undefined;
  /** Outputs of jobs whose workflow has this title. */
  title?: string | undefined;
  /** Outputs of jobs that have the prompt of this one. */
  promptOf?: string | undefined;
  /** Outputs of jobs that have the workflow of this one, whatever its values. */
  workflowOf?: string | undefined;
}

const PAGE_SIZE = 100;
const POLL_MS = 15_000;
/** With more loaded pages than this, the list is not refetched periodically. */
const MAX_POLLED_PAGES = 2;

/** Returns `null` if the surface does not list its files. */
export function assetsQuery(surface: Surface, filter: AssetFilter) {
  const params = filterParams(filter);
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', ...keyOf(params)),
    queryFn: ({ pageParam, signal }) =>
      readPage(surface, { ...params, cursor: pageParam, limit: String(PAGE_SIZE) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: AssetPage | null) => last?.next_cursor,
    retry: false,
    staleTime: 5000,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= MAX_POLLED_PAGES ? POLL_MS : false),
  });
}

/** Returns the given assets that the filter finds, in the order of `ids`; omits those that no longer exist. */
export function chosenAssetsQuery(surface: Surface, ids: readonly string[], filter: AssetFilter) {
  const params = filterParams(filter);
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', 'ids', ids.join(','), ...keyOf(params)),
    queryFn: async ({ pageParam, signal }) => {
      // A part of which the filter finds nothing is no page.
      for (let from = pageParam; ; from += PAGE_SIZE) {
        const end = from + PAGE_SIZE;
        const page = await readPage(surface, { ...params, ids: ids.slice(from, end).join(',') }, signal);
        if (page === null || page.assets.length > 0 || end >= ids.length) return page && { ...page, end };
      }
    },
    initialPageParam: 0,
    getNextPageParam: (last: (AssetPage & { end: number }) | null) =>
      last && last.end < ids.length ? last.end : undefined,
    retry: false,
    staleTime: 5000,
  });
}

/** Returns the newest images that models made; `null` if the surface does not list its files. */
export function modelImagesQuery(surface: Surface, limit: number) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.assets', 'models', String(limit)),
    queryFn: async ({ signal }) => {
      const page = await readPage(surface, { origin: 'models', kind: 'image', limit: String(limit) }, signal);
      return page && page.assets;
    },
    retry: false,
    staleTime: 5000,
    refetchInterval: POLL_MS,
  });
}

type Params = Readonly<Record<string, string | undefined>>;

function filterParams({ origin, kind, from, before, text, title, promptOf, workflowOf }: AssetFilter): Params {
  const span = { from: from?.toString(), to: before?.toString() };
  return { origin, kind, ...span, q: text || undefined, title, prompt_of: promptOf, workflow_of: workflowOf };
}

function keyOf(params: Params): string[] {
  return Object.values(params).map((value) => value ?? '');
}

async function readPage(surface: Surface, query: Params, signal: AbortSignal): Promise<AssetPage | null> {
  if (surface.kind !== 'gateway') return null;
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  try {
    const params = new URLSearchParams(given);
    const page = await callConsole(surface, 'listAssets', { query: params, signal });
    const url = jobApiUrl(surface) + consolePath('listAssets', {}, params);
    return { ...page, assets: withAbsoluteLinks(page.assets, surface, url) };
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}
