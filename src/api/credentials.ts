import { parseRelayPath } from '@contract/console/surfaces';
import { isSameOrigin } from '@contract/jobs/links';
import { keyLockedError } from './api-error';
import { belowGateway } from './gateway-url';
import { sessionHeaders } from './session-proof';
import type { Surface } from './surface';
import { configuredSurfaces } from './surfaces/surface-list';

/** Credential of a request: the session of our own gateway, or an API key. Sent only to the surface's own origins. */
export interface Credential {
  mode: RequestCredentials;
  headers: Readonly<Record<string, string>>;
}

/** @throws ApiError while the key is locked */
export function credentialOf(surface: Surface, url: string): Credential {
  // Parts of a page hold a surface from before its key was entered or unlocked.
  const current = configuredSurfaces().find(({ id }) => id === surface.id) ?? surface;
  if (!ownsUrl(current, url)) return { mode: 'omit', headers: {} };
  const { bearer, isLocked } = current;
  if (isLocked) throw keyLockedError();
  if (bearer === undefined) return { mode: 'same-origin', headers: isOfThisPage(url) ? sessionHeaders() : {} };
  const isKey = current.routerAuth === 'x-api-key' && isRouterUrl(current, url);
  return {
    mode: 'same-origin',
    headers: isKey ? { 'X-API-Key': bearer } : { Authorization: `Bearer ${bearer}` },
  };
}

/**
 * Returns true for URLs of the surface itself. All relayed surfaces have the origin of this page, and so has our gateway: theirs begin
 * with the path of their own relay.
 */
export function ownsUrl({ id, baseUrl, routerBaseUrl, remote }: Surface, url: string): boolean {
  const hasOrigin = [baseUrl, routerBaseUrl].some((base) => base !== null && isSameOrigin(url, base));
  return hasOrigin && (remote === undefined || parseRelayPath(belowGateway(url))?.id === id);
}

/** Sessions are valid for the gateway of this page only, including its relay. */
function isOfThisPage(url: string): boolean {
  return new URL(url).origin === location.origin;
}

/** Both APIs may be at one origin. */
function isRouterUrl({ baseUrl, routerBaseUrl }: Surface, url: string): boolean {
  if (routerBaseUrl === null || !url.startsWith(routerBaseUrl)) return false;
  return baseUrl === null || !url.startsWith(`${baseUrl}/api/`);
}
