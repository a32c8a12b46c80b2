import type { PlainInit } from './fetch-from-surface';
import { credentialOf, ownsUrl } from './credentials';
import type { Surface } from './surface';
import { lacksCapability, learn } from './surfaces/capability-record';

/**
 * Content URLs are signed, so that they work without a credential (Job API 2). Some servers do not sign theirs and require the
 * credential, which an `<img>` cannot send. The first response shows which kind of server it is.
 */

/** Returns true if the page has the credential that a server may require for this URL; sent to the server's own origins only. */
export function holdsKeyFor(surface: Surface, url: string): boolean {
  return (surface.isLocked ?? surface.bearer !== undefined) && ownsUrl(surface, url);
}

/** Fetches a file, without the credential if its URL suffices. Returns any status. */
export async function fetchContent(surface: Surface, url: string, init: PlainInit = {}): Promise<Response> {
  const { mode, headers } = credentialOf(surface, url);
  const ask = () =>
    fetch(url, {
      ...init,
      credentials: mode,
      headers: { ...headers, ...init.headers },
    });
  if (!holdsKeyFor(surface, url) || lacksCapability(surface, 'openContent')) return ask();
  const plain = await fetchWithoutHeaders(url, init);
  if (plain && plain.status !== 401 && plain.status !== 403) {
    if (plain.ok) learn(surface, 'openContent', true);
    return plain;
  }
  await plain?.body?.cancel();
  const response = await ask();
  if (response.ok) learn(surface, 'openContent', false);
  return response;
}

/** @returns `null` if CORS forbids reading the response: rejections often lack CORS headers */
async function fetchWithoutHeaders(url: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(url, { ...init, credentials: 'omit' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return null;
  }
}
