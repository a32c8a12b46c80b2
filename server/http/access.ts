import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { AppDeps } from '../deps';
import { ApiProblem } from './operation';

/**
 * Who may speak to the gateway at all. A page on the internet can send requests to loopback (and, by DNS rebinding, can
 * make its own name point there), so the name that a request was sent to and the page that sent it are both judged
 * before any credential is.
 */

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Names and addresses of this machine, as `URL.hostname` spells them. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

type AccessDeps = Pick<AppDeps, 'settings'>;

/** @throws ApiProblem `forbidden` for a name that is not ours (DNS rebinding). */
export function checkHost(url: URL, { settings }: AccessDeps): void {
  if (isLoopbackName(url.hostname)) return;
  const ours = settings.allowedHosts.map((host) => host.toLowerCase());
  if (settings.publicUrl !== null) ours.push(new URL(settings.publicUrl).hostname);
  if (ours.includes(url.hostname) || ours.includes(url.host)) return;
  throw new ApiProblem(
    'forbidden',
    `Host ${url.hostname} is not allowed. Start the gateway with --allow-host ${url.hostname} to allow it`,
  );
}

/** The origin of links, and the one that a browser shows for our own pages. */
export function ownOrigin(url: URL, { settings }: AccessDeps): string {
  return settings.publicUrl === null ? url.origin : new URL(settings.publicUrl).origin;
}

export function isAllowedOrigin(origin: string | null, { settings }: AccessDeps): origin is string {
  return origin !== null && settings.allowedOrigins.includes(origin);
}

/**
 * @throws ApiProblem `forbidden` for a call that another site's page made. Programs send neither header and pass, and
 * so does a picture whose address carries a signature: the signature is the permission.
 */
export function checkOrigin(request: Request, url: URL, deps: AccessDeps): void {
  const origin = request.headers.get('origin');
  if (origin !== null) {
    // Behind a TLS proxy the page is at the public address while the request came to ours.
    if (isAllowedOrigin(origin, deps) || origin === url.origin || origin === ownOrigin(url, deps)) return;
    throw new ApiProblem(
      'forbidden',
      `Origin ${origin} is not allowed. Start the gateway with --allow-origin ${origin} to allow it`,
    );
  }
  if (isForeignRead(request) && !isSignedContent(request, url)) {
    throw new ApiProblem('forbidden', 'Requests from other sites are not allowed');
  }
}

/**
 * A request that a page of another origin caused. Pages on other ports of this host count, although browsers call them
 * `same-site`: any program can serve one. Only a link that the user follows from there is let through.
 */
export function isForeignRead(request: Request): boolean {
  const { headers } = request;
  switch (headers.get('sec-fetch-site')) {
    case 'cross-site':
      return true;
    case 'same-site':
      return headers.get('sec-fetch-mode') !== 'navigate' || headers.get('sec-fetch-dest') !== 'document';
    default:
      return false;
  }
}

const [CONTENT_BEFORE = '', CONTENT_AFTER = ''] = fillPath(JOB_OPERATIONS.getAssetContent.path, { id: '*' }).split('*');

/** A content address that says it is signed. Whether it truly is, the operation verifies. */
export function isSignedContent(request: Request, url: URL): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    url.pathname.startsWith(CONTENT_BEFORE) &&
    url.pathname.endsWith(CONTENT_AFTER) &&
    url.searchParams.has('signature')
  );
}
