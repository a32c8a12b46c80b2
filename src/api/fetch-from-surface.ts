import { t } from '@/lib/i18n/messages';
import { ApiError, errorFromResponse, isApiError, unreachableError } from './api-error';
import { credentialOf } from './credentials';
import { MAX_BODY_BYTES, readLimitedText } from './limited-body';
import type { Surface } from './surface';
import { requestBudget } from './surfaces/request-budget';

/** Request options whose headers can be merged with those of the credential. */
export type PlainInit = RequestInit & { headers?: Record<string, string> };

/** Requests routes outside the operation table, such as the private routes of our gateway. @throws ApiError */
export async function fetchFromSurface(surface: Surface, path: string, init: PlainInit = {}): Promise<string> {
  const { response, text } = await fetchText(surface, jobApiUrl(surface) + path, init);
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text);
  return text;
}

/** Requests an image of a surface; `null` if it has none. @throws ApiError */
export async function fetchImage(surface: Surface, path: string, signal: AbortSignal): Promise<Blob | null> {
  const url = jobApiUrl(surface) + path;
  const { mode, headers } = credentialOf(surface, url);
  const response = await fetch(url, { credentials: mode, headers, signal });
  if (!response.ok) throw errorFromResponse(response.status, response.headers, await response.text());
  if (response.status === 204) return null;
  return response.blob();
}

/** Error code for a surface that is a Model Router only: no request is sent. */
export const NO_JOB_API = 'no_job_api';

/** Returns the base URL of its Job API. @throws ApiError if the surface has none */
export function jobApiUrl({ baseUrl, name }: Surface): string {
  if (baseUrl !== null) return baseUrl;
  throw new ApiError({
    kind: 'answered',
    code: NO_JOB_API,
    message: t('{name} runs models only, no workflows.', { name }),
  });
}

/**
 * Sends a request and reads its body as text, the only code that does. Accepts any status.
 * @throws ApiError if there is no response, or if its body is too large
 */
export async function fetchText(
  surface: Surface,
  url: string,
  { maxBytes = MAX_BODY_BYTES, ...init }: PlainInit & { maxBytes?: number },
): Promise<{ response: Response; text: string }> {
  const credential = credentialOf(surface, url);
  const headers = { ...credential.headers, ...init.headers };
  const exchange = async (signal: AbortSignal | null, onBytes?: () => void) => {
    const response = await fetch(url, { ...init, credentials: credential.mode, headers, signal });
    onBytes?.();
    return { response, text: await readLimitedText(response, maxBytes, onBytes) };
  };
  const signal = init.signal ?? null;
  const isRead = init.method === undefined || init.method === 'GET' || init.method === 'HEAD';
  try {
    return await (isRead
      ? requestBudget.read(surface, signal ?? never, exchange)
      : requestBudget.write(surface, signal ?? never, () => exchange(signal)));
  } catch (error) {
    if (signal?.aborted === true || isApiError(error)) throw error;
    throw unreachableError(error);
  }
}

const never = new AbortController().signal;
