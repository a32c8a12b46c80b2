import { MOST_RECORDED_BYTES } from './response-recorder';
import { UrlScanner } from './hosting/url-scanner';
import { JsonScan } from './json/json-scan';
import { ModelFailure, type HeldResponse, type ModelOutput } from './model-source';

/** Larger JSON passes as it comes: it is neither judged nor rewritten, and it is not given again either. */
const MOST_HELD_BYTES = MOST_RECORDED_BYTES;

/**
 * Holds a JSON answer to being JSON, and leaves its bytes as they are. What is not JSON, or too long to be held, passes
 * unread.
 * @throws ModelFailure `provider_error` (Model Router 7: what cannot be interpreted as a result)
 */
export async function readableResponse(answer: ModelOutput): Promise<ModelOutput | HeldResponse> {
  if (!isJson(answer.contentType)) return answer;
  const finder = new UrlScanner();
  const scan = new JsonScan(finder);
  const reader = answer.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= MOST_HELD_BYTES;) {
    const { done, value } = await reader.read();
    if (done) {
      if (!scan.end()) throw noJson(answer);
      const { body: _body, ...facts } = answer;
      return { ...facts, chunks, addresses: finder.found };
    }
    if (!scan.push(value)) {
      await reader.cancel();
      throw noJson(answer);
    }
    chunks.push(value);
    size += value.byteLength;
  }
  return { ...answer, body: streamOf(chunks, reader) };
}

function noJson({ upstreamStatus }: ModelOutput): ModelFailure {
  const options = upstreamStatus === undefined ? {} : { upstreamStatus };
  return new ModelFailure('provider_error', 'The provider declared JSON but sent something else', options);
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

/** What was read, each chunk let go once it is on its way, and then what comes after it. */
export function streamOf(
  chunks: readonly Uint8Array[],
  rest: ReadableStreamDefaultReader<Uint8Array> | null = null,
): ReadableStream<Uint8Array> {
  const waiting = chunks.toReversed();
  return new ReadableStream(
    {
      async pull(controller) {
        const first = waiting.pop();
        const { done, value } = first ? { done: false, value: first } : ((await rest?.read()) ?? { done: true });
        if (value) controller.enqueue(value);
        if (done) controller.close();
      },
      cancel: (reason) => rest?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
