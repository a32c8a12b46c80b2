import { isJsonRequest, NOT_JSON } from '../http/body';
import { joined } from '../storage/joined';
import { JsonScan } from './json/json-scan';
import { RouterProblem } from './router-problem';

/** Up to here a body is taken in one piece, which is quicker, and scanned in a millisecond or two. */
const SHORT_BYTES = 2 * 1024 ** 2;

/**
 * The body of a run: a JSON object, kept as the bytes that came and scanned only to be judged: what the model gets is
 * never printed anew.
 * @throws RouterProblem `invalid_input` as 413, 400, or 422 for JSON that is no object
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
  if (scan.isObject) return joined(chunks, size);
  throw new RouterProblem('invalid_input', 'The body must be a JSON object', {
    faults: [{ loc: ['body'], msg: 'Input should be a JSON object', type: 'dict_type' }],
  });
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

function malformed(detail: string): RouterProblem {
  return new RouterProblem('invalid_input', detail);
}

function tooLarge(maxBytes: number): RouterProblem {
  return new RouterProblem('invalid_input', `The body exceeds the limit of ${maxBytes} bytes`, {
    status: 413,
  });
}
