import { isSameOrigin } from '@contract/jobs/links';
import type { Surface } from './surface';

/** What a request carries to be let in: the cookie of our own gateway, or a bearer. It goes only to the surface's own origin. */
export interface Credential {
  mode: RequestCredentials;
  headers: Readonly<Record<string, string>>;
}

export function credentialOf(surface: Surface, url: string): Credential {
  if (!isSameOrigin(url, surface.baseUrl)) return { mode: 'omit', headers: {} };
  const { bearer } = surface;
  return { mode: 'same-origin', headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` } };
}
