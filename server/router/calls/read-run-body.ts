import type { ReadBucket } from '@contract/router/errors';
import { isJsonRequest, NOT_JSON } from '../../http/body';
import type { HttpError } from '../../http/http-error';
import { concatBytes } from '../../storage/concat-bytes';
import { JsonScan } from '../json/json-scan';
import { routerError } from '../router-error';

/** Maximum size of a body that is read at once, which is faster; scanning it takes 1 or 2 ms. */
const SHORT_BYTES = 2 * 1024 ** 2;

/**
 * Reads the body of a run, a JSON object, as the original bytes. It is scanned for validity only and never
 * serialized again.
 * @throws HttpError `invalid_input` as 413 or 400
 */
export async function readRunBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (!isJsonRequest(request)) throw malformed(NOT_JSON);
  const scan = new JsonScan();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isJson = true;
  for await (const chunk of chunksOf(request, maxBytes)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
    isJson &&= scan.push(chunk);
  }
  if (!isJson || !scan.end()) throw malformed('The body is not JSON in UTF-8');
  // No model has seen it, and it is at no field: a malformed body, not input that a schema rejects (docs/api-notes.md, Errors of the
  // router).
  if (!scan.isObject) throw malformed('The body must be a JSON object');
  return concatBytes(chunks, size);
}

async function* chunksOf(request: Request, maxBytes: number): AsyncIterable<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) {
    await request.body?.cancel();
    throw tooLarge(maxBytes);
  }
  if (announced !== null && Number(announced) <= SHORT_BYTES) {
    yield new Uint8Array(await request.arrayBuffer().catch((error: unknown) => cutOff(request, error)));
    return;
  }
  if (!request.body) return;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => cutOff(request, error));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function cutOff({ signal }: Request, error: unknown): never {
  throw signal.aborted ? error : malformed('The body ended before it was complete');
}

function malformed(detail: string): HttpError<ReadBucket> {
  return routerError('invalid_input', detail);
}

function tooLarge(maxBytes: number): HttpError<ReadBucket> {
  return routerError('invalid_input', `The body exceeds the limit of ${maxBytes} bytes`, {
    status: 413,
  });
}
