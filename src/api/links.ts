import { isSameOrigin, fillPath, resolveLink } from '@contract/jobs/links';
import { parseRelayPath, relayPath } from '@contract/console/surfaces';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { Surface } from './surface';

/** Resolves `url` and everything under `urls` of jobs, outputs, assets and pages. A bad link is left as it is. */
export function withAbsoluteLinks<T>(value: T, surface: Surface, requestUrl: string): T {
  if (Array.isArray(value)) return value.map((item) => withAbsoluteLinks(item, surface, requestUrl)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  if (typeof result['url'] === 'string') result['url'] = contentLink(result, result['url'], surface, requestUrl);
  if (typeof result['urls'] === 'object' && result['urls'] !== null) {
    result['urls'] = Object.fromEntries(
      Object.entries(result['urls']).map(([name, link]) => [
        name,
        typeof link === 'string' ? absolute(link, surface, requestUrl) : link,
      ]),
    );
  }
  for (const name of ['jobs', 'data', 'items', 'outputs']) {
    if (Array.isArray(result[name])) result[name] = withAbsoluteLinks(result[name], surface, requestUrl);
  }
  return result as T;
}

/**
 * Of an asset or an output. What a relayed surface stores on another host is loaded by its content operation, which the
 * relay follows there: a page loads from its own origin only (decision 058).
 */
function contentLink(owner: Record<string, unknown>, link: string, surface: Surface, requestUrl: string): string {
  const url = absolute(link, surface, requestUrl);
  const { id } = owner;
  if (!surface.remote || surface.baseUrl === null || typeof id !== 'string' || !URL.canParse(url)) return url;
  if (isSameOrigin(url, surface.baseUrl)) return url;
  return surface.baseUrl + fillPath(JOB_OPERATIONS.getAssetContent.path, { id });
}

function absolute(link: string, surface: Surface, requestUrl: string): string {
  try {
    return surface.remote ? relayedLink(link, surface.id, surface.remote, requestUrl) : resolveLink(link, requestUrl);
  } catch {
    return link;
  }
}

/** Links of a relayed surface belong to its own origins, wherever the request of the page went. */
function relayedLink(
  link: string,
  surfaceId: string,
  remote: NonNullable<Surface['remote']>,
  requestUrl: string,
): string {
  const target = parseRelayPath(new URL(requestUrl))?.target ?? 'jobs';
  const base = remote[target];
  const url = base === null ? resolveLink(link, requestUrl) : resolveLink(link, base);
  const owner = [target, 'jobs' as const, 'router' as const].find((each) => {
    const its = remote[each];
    return its !== null && isSameOrigin(url, its);
  });
  return owner === undefined ? url : new URL(requestUrl).origin + relayPath(surfaceId, owner, url);
}
