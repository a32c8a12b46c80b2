import { MAX_RECORDED_BYTES } from './response-recorder';
import { UrlScanner } from '../hosting/url-scanner';
import { JsonScan } from '../json/json-scan';
import { ModelFailure, type HeldResponse, type ModelOutput } from '../model-source';

/** Larger JSON is streamed through: it is neither checked nor rewritten, and cannot be replayed. */
const MAX_BUFFERED_BYTES = MAX_RECORDED_BYTES;

/**
 * Checks that a JSON response is valid JSON, without changing its bytes. Other content types and responses that are too large
 * are streamed through unchecked.
 * @throws ModelFailure `provider_error` (Model Router 7: cannot be interpreted as a result)
 */
export async function readableResponse(response: ModelOutput): Promise<ModelOutput | HeldResponse> {
  if (!isJson(response.contentType)) return response;
  const finder = new UrlScanner();
  const scan = new JsonScan(finder);
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= MAX_BUFFERED_BYTES;) {
    const { done, value } = await reader.read();
    if (done) {
      if (!scan.end()) throw noJson(response);
      const { body: _body, ...details } = response;
      return { ...details, chunks, addresses: finder.found };
    }
    if (!scan.push(value)) {
      await reader.cancel();
      throw noJson(response);
    }
    chunks.push(value);
    size += value.byteLength;
  }
  return { ...response, body: streamOf(chunks, reader) };
}

function noJson({ upstreamStatus }: ModelOutput): ModelFailure {
  const options = upstreamStatus === undefined ? {} : { upstreamStatus };
  return new ModelFailure('provider_error', 'The provider declared JSON but sent something else', options);
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

/** Streams the chunks that were read, releasing each once it is sent, and then the rest of the body. */
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
