import type { Logger } from './log';

/** One unit of work within a trace that its caller began. Ids as in W3C Trace Context: 32 and 16 hex digits. */
interface Span {
  traceId: string;
  spanId: string;
  /** Two hex digits. */
  flags: string;
}

/** Fields of a log line; empty if there is no trace. */
type TraceFields = { traceId: string; spanId: string } | Record<string, never>;

/** Jobs and model calls whose trace is known; of more, the oldest are forgotten. */
const MAX_WORKS = 10_000;

/**
 * Takes part in traces (W3C Trace Context): finds the trace of a request, job or model call by its id, for log lines and for the
 * requests that the gateway sends because of it. A request without a valid `traceparent` has no trace, and none is begun: its id
 * connects its log lines already, and nobody collects spans here. In memory only: a job that waits over a restart loses its trace.
 */
export class Traces {
  readonly #newId: () => string;
  readonly #requests = new Map<string, Span>();
  readonly #works = new Map<string, Span>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** @param traceparent header of the request; ignored unless valid */
  beginRequest(requestId: string, traceparent: string | null): void {
    const parent = traceparent === null ? null : readTraceparent(traceparent);
    if (parent) this.#requests.set(requestId, { ...parent, spanId: this.#newSpanId() });
  }

  endRequest(requestId: string): void {
    this.#requests.delete(requestId);
  }

  /** A request has created a job: its work is a child of the request. */
  beginJob(jobId: string, requestId: string): void {
    const parent = this.#find(requestId);
    if (parent) this.#keep(jobId, { ...parent, spanId: this.#newSpanId() });
  }

  /** A request has started or queued a model call, which has its id and may outlive it. */
  beginCall(requestId: string): void {
    const own = this.#find(requestId);
    if (own) this.#keep(requestId, own);
  }

  /** A job or a model call has ended. */
  endWork(id: string): void {
    this.#works.delete(id);
  }

  /** Header value for requests sent because of this request, job or call; `null` if it has no trace. */
  traceparent(id: string): string | null {
    const span = this.#find(id);
    return span && `00-${span.traceId}-${span.spanId}-${span.flags}`;
  }

  fieldsOf(id: string): TraceFields {
    const span = this.#find(id);
    return span ? { traceId: span.traceId, spanId: span.spanId } : {};
  }

  #find(id: string): Span | null {
    return this.#works.get(id) ?? this.#requests.get(id) ?? null;
  }

  #keep(id: string, span: Span): void {
    this.#works.set(id, span);
    const [oldest] = this.#works.keys();
    if (this.#works.size > MAX_WORKS && oldest !== undefined) this.#works.delete(oldest);
  }

  /** The first half of a UUID: the digit of its version keeps it from being all zero, which means no span. */
  #newSpanId(): string {
    return this.#newId().replaceAll('-', '').slice(0, 16);
  }
}

/** Adds the trace to every line about a request, a job or a call: their ids are in its fields. */
export function logWithTraces(log: Logger, traces: Traces): Logger {
  const traced = (fields: Record<string, unknown>) => {
    const id = fields['jobId'] ?? fields['requestId'];
    return typeof id === 'string' ? { ...fields, ...traces.fieldsOf(id) } : fields;
  };
  return {
    info: (fields, message) => log.info(traced(fields), message),
    warn: (fields, message) => log.warn(traced(fields), message),
    error: (fields, message) => log.error(traced(fields), message),
  };
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** `sampled`, and `random` of the second level. All others must be sent as 0. */
const KNOWN_FLAGS = 0b11;

/** Returns the parent span; `null` for a header that W3C Trace Context calls invalid. Later versions may append fields. */
function readTraceparent(text: string): Span | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, flags: `0${Number.parseInt(flags, 16) & KNOWN_FLAGS}` };
}
