import { isSameOrigin, fillPath, resolveLink } from '@contract/jobs/links';
import { parseRelayPath, relayPath } from '@contract/console/surfaces';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { Surface } from './surface';
import { isFields } from '@contract/typed-objects';

/** Resolves `url` and everything under `urls` of jobs, outputs, assets and pages. Invalid links are not changed. */
export function withAbsoluteLinks<T>(value: T, surface: Surface, requestUrl: string): T {
  // The same shape: only texts within are replaced.
  if (Array.isArray(value)) return value.map((item) => withAbsoluteLinks(item, surface, requestUrl)) as T;
  if (!isFields(value)) return value;
  const result: Record<string, unknown> = { ...value };
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
  // The same shape: only texts within are replaced.
  return result as T;
}

/**
 * Returns the content link of an asset or output. Content that a relayed surface stores on another host is loaded by its content
 * operation, whose redirect the relay follows: the page loads from its own origin only (decision 058).
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

/** Resolves links of a relayed surface against its own origins, not against the URL of the page's request. */
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
