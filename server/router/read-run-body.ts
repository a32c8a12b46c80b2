import { RouterProblem } from './router-problem';

/**
 * The body of a run: a JSON object, kept as the bytes that came. It is read by `JSON.parse` only to be judged: what
 * the model gets is never printed anew.
 * @throws RouterProblem `invalid_input` as 413, 400, or 422 for JSON that is no object
 */
export async function readRunBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readBytes(request, maxBytes);
  const value = parse(bytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return bytes;
  throw new RouterProblem('invalid_input', 'The body must be a JSON object', {
    faults: [{ loc: ['body'], msg: 'Input should be a JSON object', type: 'dict_type' }],
  });
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body?.cancel();
    throw tooLarge(maxBytes);
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      throw malformed('The body ended before it was complete');
    });
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
  return joined(chunks, size);
}

export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    // A byte order mark is no JSON, and would reach the provider.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8 text');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON');
  }
}

function malformed(detail: string): RouterProblem {
  return new RouterProblem('invalid_input', detail);
}

function tooLarge(maxBytes: number): RouterProblem {
  return new RouterProblem('invalid_input', `The body is larger than ${maxBytes} bytes, the most that is taken`, {
    status: 413,
  });
}
