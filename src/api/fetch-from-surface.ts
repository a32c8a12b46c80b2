import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ApiError, errorFromResponse, isApiError, unreachableError } from './api-error';
import { credentialOf } from './credentials';
import type { Surface } from './surface';
import { requestBudget } from './surfaces/request-budget';

/**
 * Limits of responses of other servers: a small compressed body can take all memory of the page, and a list without a page size can
 * freeze it.
 */

/** Node definitions of a ComfyUI with many extensions are half as large. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** 80 kB per job of a page. */
export const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Ten times the largest page of the APIs: some servers ignore `limit`. */
const MAX_ITEMS = 1000;

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

/** Counts the bytes after decompression. @throws ApiError if the body is larger; the rest of it is not requested */
async function readLimitedText(response: Response, maxBytes: number, onBytes?: () => void): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      throw tooLarge(
        response,
        t('The server sent more than {size} in one response, which was not read further.', {
          size: formatBytes(maxBytes),
        }),
      );
    }
    parts.push(decoder.decode(value, { stream: true }));
    onBytes?.();
  }
}

/** @throws ApiError if a page of a list has more items than any page of the APIs */
export function assertItemCount(response: { status: number }, body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, items] of Object.entries(body)) {
    if (LISTS.has(name) && Array.isArray(items) && items.length > MAX_ITEMS) {
      const count = items.length;
      throw tooLarge(
        response,
        name === 'jobs'
          ? t('The server sent {count, plural, one {# job} other {# jobs}} at once, which are not shown.', { count })
          : t('The server sent {count, plural, one {# entry} other {# entries}} at once, which are not shown.', {
              count,
            }),
      );
    }
  }
}

const LISTS: ReadonlySet<string> = new Set(['jobs', 'data', 'items']);

function tooLarge({ status }: { status: number }, problem: string): ApiError {
  const message = `${problem} ${t('Check the server, and its URL in Settings › Servers.')}`;
  return new ApiError({ kind: 'malformed', code: 'response_too_large', status, message });
}
