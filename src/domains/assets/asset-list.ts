import { infiniteQueryOptions } from '@tanstack/react-query';
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
  /** Part of the name, or the start of the hash or of the job id, with terms for generation inputs. */
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
export function assetsQuery(surface: Surface, { origin, kind, from, before, text, title, ...likeness }: AssetFilter) {
  const span = { from: from?.toString(), to: before?.toString() };
  const { promptOf, workflowOf } = likeness;
  const filter = { origin, kind, ...span, q: text || undefined, title, prompt_of: promptOf, workflow_of: workflowOf };
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', ...Object.values(filter).map((value) => value ?? '')),
    queryFn: ({ pageParam, signal }) =>
      readPage(surface, { ...filter, cursor: pageParam, limit: String(PAGE_SIZE) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: AssetPage | null) => last?.next_cursor,
    retry: false,
    staleTime: 5000,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= MAX_POLLED_PAGES ? POLL_MS : false),
  });
}

/** Returns the given assets in the order of `ids`; omits those that no longer exist, and those of other workflows. */
export function chosenAssetsQuery(
  surface: Surface,
  ids: readonly string[],
  { workflowOf }: Pick<AssetFilter, 'workflowOf'> = {},
) {
  return infiniteQueryOptions({
    queryKey: operationKey(surface, 'console.assets', 'ids', ids.join(','), workflowOf ?? ''),
    queryFn: ({ pageParam, signal }) => {
      const part = ids.slice(pageParam, pageParam + PAGE_SIZE).join(',');
      return readPage(surface, { ids: part, workflow_of: workflowOf }, signal);
    },
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
    const params = new URLSearchParams(given);
    const page = await callConsole(surface, 'listAssets', { query: params, signal });
    const url = jobApiUrl(surface) + consolePath('listAssets', {}, params);
    return { ...page, assets: withAbsoluteLinks(page.assets, surface, url) };
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}
