import { ApiError, errorFromResponse, unreachableError } from './api-error';
import { credentialOf } from './credentials';
import type { Surface } from './surface';

/** Asks for what stands beside the operation table, such as the private routes of our gateway. @throws ApiError */
export async function fetchFromSurface(surface: Surface, path: string, init: RequestInit = {}): Promise<string> {
  const { response, text } = await fetchText(surface, jobApiUrl(surface) + path, init);
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text);
  return text;
}

/** A surface that is a Model Router only: no request is made. */
export const NO_JOB_API = 'no_job_api';

/** Base URL of its Job API. @throws ApiError where the surface has none */
export function jobApiUrl({ baseUrl, name }: Surface): string {
  if (baseUrl !== null) return baseUrl;
  throw new ApiError({ kind: 'answered', code: NO_JOB_API, message: `${name} runs models only, no workflows.` });
}

/** Any status is an answer. @throws ApiError where none came */
export async function fetchText(
  surface: Surface,
  url: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  const credential = credentialOf(surface, url);
  try {
    const response = await fetch(url, {
      ...init,
      credentials: credential.mode,
      headers: { ...credential.headers, ...(init.headers as Record<string, string> | undefined) },
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachableError(error);
  }
}
