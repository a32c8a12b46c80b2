import { credentialOf } from '../credentials';
import type { Surface } from '../surface';
import { isLacking, learn } from '../surfaces/capability-record';

/**
 * Content URLs are signed, so that they work without a credential (Job API 2). Some servers do not sign theirs, and hand
 * out content to the credential only: an `<img>` cannot send it. The first response shows which kind of server it is.
 */

/** Whether the page itself holds the credential that a server may want for this URL. It is sent to the server's own origins only. */
export function holdsKeyFor(surface: Surface, url: string): boolean {
  return surface.bearer !== undefined && credentialOf(surface, url).mode !== 'omit';
}

/** Bytes of a file, by its URL alone where that is enough, else with the credential. Any status is returned. */
export async function fetchContent(surface: Surface, url: string, init: RequestInit = {}): Promise<Response> {
  const { mode, headers } = credentialOf(surface, url);
  const ask = () =>
    fetch(url, {
      ...init,
      credentials: mode,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    });
  if (!holdsKeyFor(surface, url) || isLacking(surface, 'openContent')) return ask();
  const plain = await askPlainly(url, init);
  if (plain && plain.status !== 401 && plain.status !== 403) {
    if (plain.ok) learn(surface, 'openContent', true);
    return plain;
  }
  await plain?.body?.cancel();
  const response = await ask();
  if (response.ok) learn(surface, 'openContent', false);
  return response;
}

/** @returns null where no page may read the response: refusals often lack what allows it */
async function askPlainly(url: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(url, { ...init, credentials: 'omit' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return null;
  }
}
