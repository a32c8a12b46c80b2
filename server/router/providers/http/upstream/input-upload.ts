import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ModelFailure, type InputFile, type InputUpload } from '../../../model-source';
import { addressOf, exchange, plainHeadersOf } from './call-upstream';
import type { UploadConfig } from '../config-schema';
import type { UploadOperation } from '../documents/find-upload';
import type { HttpClient } from './http-client';
import type { ReadProvider } from '../read-config';
import { valueAt } from './upstream-failure';

/** Time limit, for a large file over a slow connection. */
const UPLOAD_MS = 10 * 60_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Creates the configured upload target. @param client opened at the first upload */
export function configuredUpload(
  provider: ReadProvider,
  upload: UploadConfig,
  client: () => Promise<HttpClient>,
): InputUpload {
  if ('put' in upload) {
    return {
      host: new URL(upload.put).host,
      send: async (file, signal) => {
        const name = encodeURIComponent(`${randomUUID()}-${plainName(file.name)}`);
        const url = new URL(upload.put.replace('{name}', name));
        const headers = { ...headersFor(provider, url), ...lengthAndType(file) };
        const response = await exchange(
          provider,
          { url, method: 'PUT', headers, body: Readable.from(file.read()) },
          { timeoutMs: UPLOAD_MS, signal, client: await client() },
        );
        await response.body.cancel();
        return upload.url.replace('{name}', name);
      },
    };
  }
  const url = upload.post.startsWith('/') ? addressOf(provider.baseUrl, upload.post) : new URL(upload.post);
  return posting(provider, { url, field: upload.field ?? null, at: upload.at }, client);
}

/** Creates an upload target from an operation of the provider's document. @param base base URL of its paths */
export function documentedUpload(
  provider: ReadProvider,
  { path, field, at }: UploadOperation,
  base: URL,
  client: () => Promise<HttpClient>,
): InputUpload {
  return posting(provider, { url: addressOf(base.href, path), field, at }, client);
}

interface PostTarget {
  url: URL;
  /** `null` if the body is the file itself. */
  field: string | null;
  at: string;
}

function posting(
  provider: ReadProvider,
  { url, field, at }: PostTarget,
  client: () => Promise<HttpClient>,
): InputUpload {
  return {
    host: url.host,
    send: async (file, signal) => {
      const sent = field === null ? plainBody(file) : multipartBody(field, file);
      const headers = { ...headersFor(provider, url), ...sent.headers };
      const response = await exchange(
        provider,
        { url, method: 'POST', headers, body: Readable.from(sent.body) },
        { timeoutMs: UPLOAD_MS, signal, client: await client() },
      );
      const address = valueAt(await jsonOf(response.body), at);
      if (typeof address === 'string' && /^https?:\/\//.test(address)) return address;
      throw new ModelFailure('provider_error', `The response of ${url.host} to the upload has no URL at ${at}`);
    },
  };
}

/** Returns the credential and headers of the provider, only for URLs of its origin. */
function headersFor(provider: ReadProvider, url: URL): Record<string, string> {
  if (url.origin === new URL(provider.baseUrl).origin) return plainHeadersOf(provider);
  return plainHeadersOf({ headers: {}, key: provider.uploadKey });
}

interface SentBody {
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

function lengthAndType({ sizeBytes, contentType }: InputFile): Record<string, string> {
  return { 'content-type': contentType, 'content-length': String(sizeBytes) };
}

function plainBody(file: InputFile): SentBody {
  return { headers: lengthAndType(file), body: file.read() };
}

function multipartBody(field: string, file: InputFile): SentBody {
  const boundary = `flowdeck-${randomUUID()}`;
  const quoted = (text: string) => text.replaceAll(/["\r\n]/g, encodeURIComponent);
  const head = new TextEncoder().encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(plainName(file.name))}"\r\n` +
      `Content-Type: ${file.contentType}\r\n\r\n`,
  );
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  async function* body() {
    yield head;
    yield* file.read();
    yield tail;
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.byteLength + file.sizeBytes + tail.byteLength),
    },
    body: body(),
  };
}

/** Removes folders, and characters with a meaning in URLs or headers. */
function plainName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100) || 'file';
}

async function jsonOf(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) return null;
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return null;
  }
}
