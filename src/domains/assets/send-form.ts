import { Asset } from '@contract/jobs/schemas';
import { ApiError, errorFromResponse, readRequestId, unreachableError } from '@/api/api-error';
import { credentialOf } from '@/api/credentials';
import { operationUrl } from '@/api/client';
import { withAbsoluteLinks } from '@/api/links';
import type { Surface } from '@/api/surface';
import { contentTypeOf, fileNameOf } from '@/lib/files/file-type';
import { t } from '@/lib/i18n/messages';

interface UploadedFile {
  file: File;
  hash: string;
  tags: readonly string[];
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
export function sendForm(
  surface: Surface,
  upload: UploadedFile,
  options: { idempotencyKey: string; signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<Asset> {
  const { idempotencyKey, signal, onSent } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const url = operationUrl(surface, 'postAssets');
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.addEventListener('progress', (event) => onSent(event.loaded));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      try {
        if (signal.aborted) throw signal.reason;
        resolve(readResponse(request, surface, url));
      } catch (error) {
        reject(error);
      }
    });
    request.open('POST', url);
    for (const [name, value] of Object.entries(credentialOf(surface, url).headers))
      request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.send(uploadForm(upload));
  });
}

/** The multipart body of `POST /api/v2/assets`; all text parts precede the file (J-4.94). */
function uploadForm({ file, hash, tags }: UploadedFile): FormData {
  const form = new FormData();
  form.append('content_type', contentTypeOf(file));
  form.append('file_path', fileNameOf(file));
  form.append('expected_hash', hash);
  for (const tag of tags) form.append('tags', tag);
  form.append('file', file, fileNameOf(file));
  return form;
}

function readResponse(request: XMLHttpRequest, surface: Surface, url: string): Asset {
  if (request.status === 0) throw unreachableError(new Error('The upload was cut'));
  const headers = readHeaders(request);
  if (request.status < 200 || request.status > 299) {
    throw errorFromResponse(request.status, headers, request.responseText);
  }
  const asset = Asset.safeParse(parseOrNull(request.responseText));
  if (!asset.success) {
    throw new ApiError({
      kind: 'malformed',
      code: 'malformed',
      status: request.status,
      message: t('The file was uploaded, but the server sent a response that Flowdeck does not understand.'),
      requestId: readRequestId(headers),
      cause: asset.error,
    });
  }
  return withAbsoluteLinks(asset.data, surface, request.responseURL || url);
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ['Retry-After', 'X-Service-Request-Id', 'X-Comfy-Request-Id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
