import { isSameOrigin } from '@contract/jobs/links';
import { sessionHeaders } from './session-proof';
import type { Surface } from './surface';

/** What a request carries to be let in: the session of our own gateway, or a bearer. It goes only to the surface's own origins. */
export interface Credential {
  mode: RequestCredentials;
  headers: Readonly<Record<string, string>>;
}

export function credentialOf(surface: Surface, url: string): Credential {
  const isOwn = [surface.baseUrl, surface.routerBaseUrl].some((base) => base !== null && isSameOrigin(url, base));
  if (!isOwn) return { mode: 'omit', headers: {} };
  const { bearer } = surface;
  return {
    mode: 'same-origin',
    headers: bearer === undefined ? sessionHeaders() : { Authorization: `Bearer ${bearer}` },
  };
}
