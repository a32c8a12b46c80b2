import { essenceOf } from './media-type';
import type { BodyShare } from './body-budget';
import type { HttpError } from './http-error';
import { jobApiError } from './job-api-error';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/**
 * Counts the values in JSON text while its bytes arrive, without building any. The cost of parsing grows with values, not bytes: 8
 * MB of `0,0,0` take seconds, 8 MB of one string take milliseconds. For invalid JSON the count is exact up to the first error,
 * where a parser stops.
 */
export class JsonValueCounter {
  #count = 1;
  #isInString = false;
  #isEscaped = false;

  /** @returns an upper bound of the number of values and empty containers so far */
  push(chunk: Uint8Array): number {
    let at = 0;
    while (at < chunk.length) {
      at = this.#isInString ? this.#passString(chunk, at) : this.#passStructure(chunk, at);
    }
    return this.#count;
  }

  /** @returns the index after the string */
  #passString(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const sign = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === BACKSLASH) this.#isEscaped = true;
      else if (sign === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
    }
    return chunk.length;
  }

  /** @returns the index at which a string begins */
  #passStructure(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      switch (chunk[at]) {
        case QUOTE:
          this.#isInString = true;
          return at + 1;
        case COMMA:
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.#count += 1;
          break;
        default:
      }
    }
    return chunk.length;
  }
}

/** A workflow with embedded data may be large. */
export const MAX_SUBMIT_BYTES = 16 * 1024 ** 2;
/** Parsing blocks all other requests for a time that grows with the number of values: about 50 ms for these. */
export const MAX_SUBMIT_VALUES = 200_000;
/** All other JSON bodies of the API have only a few short fields. */
export const MAX_JSON_BYTES = 64 * 1024;

export type BodyRejection = (message: string) => HttpError;

/** docs/api-notes.md, Operations: on submit, an unreadable body is an invalid workflow. */
export const rejectWorkflowBody: BodyRejection = (message) => jobApiError('invalid_workflow', message);
export const rejectBody: BodyRejection = (message) => jobApiError('invalid_request', message);

export const NOT_JSON = 'Content-Type must be application/json';

/**
 * Returns true for JSON requests. Pages of other sites can send some content types without a preflight (Fetch, "CORS-safelisted
 * request-header"); JSON is not among them. So other sites cannot call a JSON-only route, even from a browser that sends no
 * `Origin`.
 */
export function isJsonRequest(request: Request): boolean {
  return /^application\/(?:json$|[^/]*\+json$)/.test(essenceOf(request.headers.get('content-type') ?? ''));
}

export interface BodyLimits {
  maxBytes: number;
  /** Maximum number of JSON values; not counted if absent. */
  maxValues?: number;
  /** Budget shared by all bodies in memory. */
  share?: BodyShare;
}

/**
 * Reads a body as UTF-8 and never holds more than `maxBytes` of it.
 * @throws the error that `refuse` makes if the body is too large, not UTF-8, or truncated.
 */
export async function readText(
  request: Request,
  { maxBytes, maxValues = Infinity, share }: BodyLimits,
  rejectWith: BodyRejection,
): Promise<string> {
  if (!isJsonRequest(request)) throw rejectWith(NOT_JSON);
  const tooLarge = `The body is larger than ${Math.floor(maxBytes / 1024)} KiB`;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body?.cancel();
    throw rejectWith(tooLarge);
  }
  if (!request.body) return '';
  const reader = request.body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  const values = new JsonValueCounter();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      throw rejectWith('The body ended before it was complete');
    });
    if (done) break;
    size += value.byteLength;
    try {
      if (size > maxBytes) throw rejectWith(tooLarge);
      if (values.push(value) > maxValues) throw rejectWith(`The body has more than ${maxValues} values`);
      share?.add(value.byteLength);
    } catch (error) {
      await reader.cancel();
      throw error;
    }
    parts.push(decode(() => decoder.decode(value, { stream: true }), rejectWith));
  }
  parts.push(decode(() => decoder.decode(), rejectWith));
  return parts.join('');
}

function decode(work: () => string, rejectWith: BodyRejection): string {
  try {
    return work();
  } catch {
    throw rejectWith('The body is not UTF-8 text');
  }
}
