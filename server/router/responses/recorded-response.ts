import type { AppDeps } from '../../deps';
import type { StoredBytes } from '../../storage/request-records';
import type { RecordedResponse } from '../../storage/router-records';

/** Headers for untrusted content on the gateway's origin: no content sniffing, no scripts. */
export const OUTPUT_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** Streamed from disk without ranges. The platform closes the connection if reading fails. */
const FROM_DISK = { 'accept-ranges': 'none' };

/** Restores a stored response. Returns `null` if its bytes no longer exist. */
export async function recordedResponse(
  { status, body, contentType, headers }: RecordedResponse,
  { blobs }: Pick<AppDeps, 'blobs'>,
  more: Readonly<Record<string, string>> = {},
): Promise<Response | null> {
  const all = { ...OUTPUT_HEADERS, ...headers, ...more, 'content-type': contentType };
  if ('text' in body) return new Response(body.text, { status, headers: all });
  const bytes = await storedBytes(body, { blobs });
  if (!bytes) return null;
  const size = 'base64' in body ? sizeHeader(bytes) : { 'content-length': String(body.sizeBytes), ...FROM_DISK };
  return new Response(bytes, { status, headers: { ...all, ...size } });
}

/** Returns the stored bytes, or `null` if they no longer exist. */
export async function storedBytes(
  stored: StoredBytes,
  { blobs }: Pick<AppDeps, 'blobs'>,
): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null> {
  return 'base64' in stored ? bytesOf(stored.base64) : blobs.read(stored.blob);
}

export function sizeHeader(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>): Record<string, string> {
  return 'byteLength' in body ? { 'content-length': String(body.byteLength) } : {};
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
