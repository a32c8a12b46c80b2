import { fillPath, isSameOrigin, resolveLink } from '@contract/jobs/links';
import { CONTENT_JOB, parseRelayPath, relayPath } from '@contract/console/surfaces';
import type { Operation } from '@contract/operation';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { ownsUrl } from './credentials';
import { belowGateway, gatewayUrl } from './gateway-url';
import type { Surface } from './surface';
import { noteContentOrigin } from './surfaces/content-origins';
import { isFields } from '@contract/typed-objects';

/**
 * Resolves `url` and everything under `urls` of jobs, outputs, assets and pages. Links lead to the surface itself: one that names
 * another origin could name the operations of this gateway or of another server, and is replaced by the operation of the same id.
 * @param jobId job of the outputs in `value`, unless it contains the job itself
 */
export function withAbsoluteLinks<T>(value: T, surface: Surface, requestUrl: string, jobId?: string): T {
  // The same shape: only texts within are replaced.
  if (Array.isArray(value)) return value.map((item) => withAbsoluteLinks(item, surface, requestUrl, jobId)) as T;
  if (!isFields(value)) return value;
  const result: Record<string, unknown> = { ...value };
  const { urls } = result;
  if (typeof result['url'] === 'string')
    result['url'] = contentLink({ id: result['id'], jobId }, result['url'], surface, requestUrl);
  if (isFields(urls)) {
    result['urls'] = Object.fromEntries(
      Object.entries(urls).flatMap(([name, link]) => {
        if (typeof link !== 'string') return [[name, link]];
        const url = absolute(link, surface, requestUrl);
        if (url !== null && ownsUrl(surface, url)) return [[name, url]];
        const operation = operationOf(name, result['id'], surface);
        return operation === null ? [] : [[name, operation]];
      }),
    );
  }
  const id = typeof result['id'] === 'string' ? result['id'] : jobId;
  for (const name of ['jobs', 'data', 'items', 'outputs']) {
    if (Array.isArray(result[name])) result[name] = withAbsoluteLinks(result[name], surface, requestUrl, id);
  }
  // The same shape: only texts within are replaced.
  return result as T;
}

const LINKED: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['self', JOB_OPERATIONS.getJob],
  ['events', JOB_OPERATIONS.getJobEvents],
  ['cancel', JOB_OPERATIONS.cancelJob],
  ['logs', JOB_OPERATIONS.getJobLogs],
]);

/** Returns the URL of the operation that a link of a job stands for; `null` if there is none. */
function operationOf(name: string, id: unknown, { baseUrl }: Surface): string | null {
  const operation = LINKED.get(name);
  if (operation === undefined || baseUrl === null || typeof id !== 'string') return null;
  return baseUrl + fillPath(operation.path, { id });
}

/** For a file without a usable link. */
const NOWHERE = 'about:blank';

/**
 * Returns the content link of an asset or output. Content that a relayed surface stores on another host is loaded by its content
 * operation, whose redirect the relay follows: the page loads from its own origin only (decision 058). A directly reached surface may
 * name its storage, which is read without a credential, but not this gateway.
 */
function contentLink(
  { id, jobId }: { id: unknown; jobId: string | undefined },
  link: string,
  surface: Surface,
  requestUrl: string,
): string {
  // The content itself, or an object of this page.
  if (/^(?:data|blob):/.test(link)) return link;
  const url = absolute(link, surface, requestUrl);
  if (url !== null && ownsUrl(surface, url)) return url;
  if (url !== null && !surface.remote && new URL(url).origin !== location.origin) {
    noteContentOrigin(surface, url);
    return url;
  }
  if (surface.baseUrl === null || typeof id !== 'string') return NOWHERE;
  const content = surface.baseUrl + fillPath(JOB_OPERATIONS.getAssetContent.path, { id });
  // The relay finds the link in the asset or in this job if the surface has no such operation (decision 107).
  const isRelayed = surface.remote !== undefined && jobId !== undefined;
  return isRelayed ? `${content}?${CONTENT_JOB}=${encodeURIComponent(jobId)}` : content;
}

/** Returns `null` for a text that is no link. */
function absolute(link: string, surface: Surface, requestUrl: string): string | null {
  try {
    return surface.remote ? relayedLink(link, surface.id, surface.remote, requestUrl) : resolveLink(link, requestUrl);
  } catch {
    return null;
  }
}

/** Resolves links of a relayed surface against its own origins, not against the URL of the page's request. */
function relayedLink(
  link: string,
  surfaceId: string,
  remote: NonNullable<Surface['remote']>,
  requestUrl: string,
): string | null {
  const target = parseRelayPath(belowGateway(requestUrl))?.target ?? 'jobs';
  const url = resolveLink(link, remote[target] ?? requestUrl);
  const owner = [target, 'jobs' as const, 'router' as const].find((each) => {
    const its = remote[each];
    return its !== null && isSameOrigin(url, its);
  });
  return owner === undefined ? null : gatewayUrl() + relayPath(surfaceId, owner, url);
}
