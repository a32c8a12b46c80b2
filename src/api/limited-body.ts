import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { ApiError } from './api-error';

/**
 * Limits of responses of other servers: a small compressed body can take all memory of the page, and a list without a page size can
 * freeze it.
 */

/** Node definitions of a ComfyUI with many extensions are half as large. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** 80 kB per job of a page. */
export const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Ten times the largest page of the APIs: some servers ignore `limit`. */
const MAX_ITEMS = 1000;

/** Counts the bytes after decompression. @throws ApiError if the body is larger; the rest of it is not requested */
export async function readLimitedText(response: Response, maxBytes: number, onBytes?: () => void): Promise<string> {
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
