import { errorFromAnswer, unreachableError } from '../api-error';
import { withConnection } from '../connections';
import { credentialOf } from '../credentials';
import type { Surface } from '../surface';

/**
 * The bytes behind a link of an answer. Our own gateway hands out what it holds; anything else it fetches for us, because
 * a page may load from nowhere else: addresses that it has seen in an answer, public ones, without credentials.
 * @throws ApiError
 */
export function fetchResult(surface: Surface, link: string, signal: AbortSignal): Promise<Blob> {
  return withConnection('download', signal, async () => {
    const isHeld = isHeldBy(surface, link);
    const url = isHeld ? link : `${surface.baseUrl}/console/fetch-result`;
    const credential = credentialOf(surface, url);
    const request: RequestInit = isHeld
      ? {}
      : {
          method: 'POST',
          body: JSON.stringify({ url: link }),
          headers: { ...credential.headers, 'Content-Type': 'application/json' },
        };
    try {
      const response = await fetch(url, { ...request, signal, credentials: isHeld ? 'omit' : credential.mode });
      if (!response.ok) throw errorFromAnswer(response.status, response.headers, await response.text());
      return await response.blob();
    } catch (error) {
      if (signal.aborted || !(error instanceof TypeError)) throw error;
      throw unreachableError(error);
    }
  });
}

/** Whether the surface itself serves the address: its signature lets in, and the page may load it. */
export function isHeldBy(surface: Surface, link: string): boolean {
  return new URL(link).origin === new URL(surface.baseUrl).origin;
}
