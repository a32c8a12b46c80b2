import type { ModelAnswer } from './port';
import { ModelFailure } from './port';
import { joined } from './read-run-body';

/** Larger JSON is passed on unread: to hold it and to parse it would stop everybody else for a while. */
export const MOST_READ_BYTES = 8 * 1024 ** 2;

/**
 * Holds a JSON answer to being JSON, and leaves its bytes as they are. What is not JSON, or too long to be looked at,
 * passes unread.
 * @throws ModelFailure `provider_error` (Model Router 7: what cannot be interpreted as a result)
 */
export async function readableAnswer(answer: ModelAnswer): Promise<ModelAnswer> {
  if (!isJson(answer.contentType)) return answer;
  const { bytes, rest } = await readAtMost(answer.body, MOST_READ_BYTES);
  if (rest !== null) return { ...answer, body: startingWith(bytes, rest) };
  if (!isParsed(bytes)) {
    const { upstreamStatus } = answer;
    const options = upstreamStatus === undefined ? {} : { upstreamStatus };
    throw new ModelFailure('provider_error', 'The provider announced JSON and sent something else', options);
  }
  return { ...answer, body: streamOf(bytes) };
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** `rest`: what comes after `bytes`; null when they are all. */
export async function readAtMost(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<{ bytes: Uint8Array; rest: Reader | null }> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= most) {
    const { done, value } = await reader.read();
    if (done) return { bytes: joined(chunks, size), rest: null };
    chunks.push(value);
    size += value.byteLength;
  }
  return { bytes: joined(chunks, size), rest: reader };
}

function isParsed(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** A body of one chunk. */
export function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** What was read, and then the rest. */
export function startingWith(bytes: Uint8Array, rest: Reader): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream(
    {
      async pull(controller) {
        if (isFirst) {
          isFirst = false;
          controller.enqueue(bytes);
          return;
        }
        const { done, value } = await rest.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => rest.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
