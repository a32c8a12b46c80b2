import { CONTENT_JOB, parseRelayPath, type RelayTarget } from '@contract/console/surfaces';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { jobApiError } from '../../http/job-api-error';
import type { Surfaces } from '../surfaces/surface-list';
import type { StoredSurface } from '../surfaces/surface-store';

export interface RelayedTarget {
  surface: StoredSurface;
  target: RelayTarget;
  /** URL at the surface. */
  url: URL;
  /** True if the path is the content of an asset. */
  isContent: boolean;
  /** The job of the content, if the page names it. */
  jobId: string | null;
}

const [CONTENT_BEFORE = '', CONTENT_AFTER = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

/** Encoded backslashes and control characters: servers disagree on how to interpret such paths. */
const AMBIGUOUS = /%(?:5c|[01][\da-f]|7f)/i;

/** @throws HttpError for paths and surfaces that are not relayed */
export function findRelayTarget(request: Request, surfaces: Surfaces): RelayedTarget {
  const requested = new URL(request.url);
  const relayed = parseRelayPath(requested);
  if (!relayed) throw jobApiError('not_found', 'There is nothing at this URL');
  const pathname = relayed.path.slice(0, relayed.path.length - requested.search.length);
  if (AMBIGUOUS.test(pathname) || pathname.startsWith('//') || hidesSteps(pathname)) {
    throw jobApiError('invalid_request', 'The path has an encoded step or control character, which is not relayed');
  }
  const surface = surfaces.get(relayed.id);
  if (surface?.access !== 'relay') throw jobApiError('not_found', 'No surface with this ID is reached by the relay');
  const base = relayed.target === 'jobs' ? surface.baseUrl : surface.routerBaseUrl;
  if (base === null) {
    throw jobApiError('not_found', `${surface.name} has no ${relayed.target === 'jobs' ? 'Job API' : 'Model Router'}`);
  }
  const { origin, pathname: basePath } = new URL(base);
  // Not resolved against the origin: `//host/` would change the host.
  const url = new URL(origin + relayed.path);
  if (url.origin !== origin) throw jobApiError('invalid_request', 'The path is not valid');
  const isContent = relayed.target === 'jobs' && isContentPath(pathname, basePath);
  const jobId = isContent ? url.searchParams.get(CONTENT_JOB) : null;
  if (jobId !== null) url.searchParams.delete(CONTENT_JOB);
  // Such a segment of a path would be a step.
  const isId = jobId !== null && jobId !== '' && jobId !== '.' && jobId !== '..';
  return {
    surface,
    target: relayed.target,
    url,
    isContent,
    jobId: isId ? jobId : null,
  };
}

/**
 * Returns true if encoded slashes hide path traversal. They are part of ids (J-4.111) and stay unchanged. Some servers decode them
 * before they interpret the path: no segment between them may be empty or a dot segment, however often it is encoded.
 */
function hidesSteps(pathname: string): boolean {
  return pathname.split('/').some((segment) => {
    const parts = segment.split(/%(?:25)*2f/i).map((part) => part.replaceAll(/%(?:25)*2e/gi, '.'));
    return parts.length > 1 && parts.some((part) => part === '' || part === '.' || part === '..');
  });
}

/**
 * Returns true for the content operation of the surface, such as `/deployment/blue/api/v2/assets/{id}/content`. Deployments may share
 * the assets of their server, whose operation begins at the root. Any other path in front could name another program of the host.
 */
function isContentPath(pathname: string, basePath: string): boolean {
  if (!pathname.endsWith(CONTENT_AFTER)) return false;
  return [basePath === '/' ? '' : basePath, ''].some((mount) => {
    if (!pathname.startsWith(mount + CONTENT_BEFORE)) return false;
    const id = pathname.slice(mount.length + CONTENT_BEFORE.length, -CONTENT_AFTER.length);
    return id !== '' && !id.includes('/');
  });
}
