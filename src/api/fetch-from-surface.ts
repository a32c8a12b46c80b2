import { ApiError, errorFromResponse, unreachableError } from './api-error';
import { credentialOf } from './credentials';
import type { Surface } from './surface';

/** Request options whose headers can be merged with those of the credential. */
export type PlainInit = RequestInit & { headers?: Record<string, string> };

/** Requests routes outside the operation table, such as the private routes of our gateway. @throws ApiError */
export async function fetchFromSurface(surface: Surface, path: string, init: PlainInit = {}): Promise<string> {
  const { response, text } = await fetchText(surface, jobApiUrl(surface) + path, init);
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text);
  return text;
}

/** Error code for a surface that is a Model Router only: no request is sent. */
export const NO_JOB_API = 'no_job_api';

/** Returns the base URL of its Job API. @throws ApiError if the surface has none */
export function jobApiUrl({ baseUrl, name }: Surface): string {
  if (baseUrl !== null) return baseUrl;
  throw new ApiError({ kind: 'answered', code: NO_JOB_API, message: `${name} runs models only, no workflows.` });
}

/** Accepts any status. @throws ApiError if there is no response */
export async function fetchText(
  surface: Surface,
  url: string,
  init: PlainInit,
): Promise<{ response: Response; text: string }> {
  const credential = credentialOf(surface, url);
  try {
    const response = await fetch(url, {
      ...init,
      credentials: credential.mode,
      headers: { ...credential.headers, ...init.headers },
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachableError(error);
  }
}
