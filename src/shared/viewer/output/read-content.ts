import { fetchContent } from '@/api/fetch-content';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';

/**
 * Returns at most the requested number of leading bytes: a response that exceeds the range is not read further. @throws
 * if the response is not the file
 */
export async function readContent(
  surface: Surface,
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = { Range: `bytes=0-${maxBytes - 1}` };
  const response = await fetchContent(surface, url, { signal, headers });
  // An empty file has no satisfiable range.
  if (response.status === 416) return new Uint8Array();
  if (!response.ok) throw new Error(t('The server responded with {status}', { status: response.status }));
  const parts: Uint8Array[] = [];
  let length = 0;
  const takeAll = new WritableStream<Uint8Array>({
    write(part) {
      parts.push(part);
      length += part.byteLength;
      if (length >= maxBytes) throw new Enough();
    },
  });
  await response.body?.pipeTo(takeAll).catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error;
  });
  return joined(parts, Math.min(length, maxBytes));
}

/** Returns the whole file, without a time limit. @throws if the response is not the file */
export function readWhole(surface: Surface, url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return withConnection('download', signal, async () => {
    const response = await fetchContent(surface, url, { signal });
    if (!response.ok) throw new Error(t('The server responded with {status}', { status: response.status }));
    return response.arrayBuffer();
  });
}

class Enough extends Error {}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, length - at), at);
    at += part.byteLength;
  }
  return bytes;
}
