import { createParser } from 'eventsource-parser';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { readRetryAfter } from '../api-error';
import type { ConnectionKind, WithConnection } from '../connections';
import type { Credential } from '../credentials';

/**
 * A server-sent event stream over fetch: EventSource cannot send a bearer token, does not expose status codes and reconnects by
 * its own rules. There are no event ids and no resume (Job API 6, rule 2): events sent while disconnected are lost, so the caller
 * must fetch the current state in `onOpen`.
 */
export interface StreamFrame {
  event: string;
  data: string;
}

/** `refused`: the surface has no stream, or its limit is reached; there are no further attempts, only polling. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'refused';

export interface FollowOptions {
  url: string;
  credential?: () => Credential;
  signal: AbortSignal;
  withConnection: WithConnection;
  /** Connection kind in the budget; called before every connect. */
  connectionKind?: () => ConnectionKind;
  onFrame: (frame: StreamFrame) => void;
  /** Called after every connect, the first and each reconnect. */
  onOpen: () => void;
  onState: (state: StreamState) => void;
  /** Called with the status of the response. */
  onRefused?: (status: number) => void;
  /** Bytes arrived, including keepalive comments. */
  onBytes?: () => void;
  fetch?: typeof fetch;
  random?: () => number;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** A connection that lasted this long resets the backoff. */
const STEADY_MS = 5000;
/** Large enough for a preview of 4 megapixels; limits the memory of an endless line. */
const MAX_FRAME_CHARS = 32 * 1024 * 1024;

/** Statuses after which a retry is useless: no stream, no permission, or too many streams (J-6.25). */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 410, 429, 501]);

/** Half fixed, half random, so that tabs that lost the same gateway do not reconnect at the same time. */
export function reconnectDelay(attempt: number, random: number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Resolves when the signal aborts or the surface rejects the stream; never rejects. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const random = options.random ?? Math.random;
  let attempt = 0;
  while (!options.signal.aborted) {
    options.onState('connecting');
    // Releases the connection between attempts: otherwise a gateway that is down would block uploads to other servers.
    const end = await options
      .withConnection(options.connectionKind?.() ?? 'stream', options.signal, () => connectOnce(options))
      .catch((): ConnectionEnd => ({ kind: 'lost', lastedMs: 0, retryAfterS: null }));
    if (options.signal.aborted) return;
    if (end.kind === 'refused') {
      options.onState('refused');
      return;
    }
    options.onState('waiting');
    if (end.lastedMs >= STEADY_MS) attempt = 0;
    const delay = Math.max(reconnectDelay(attempt, random()), (end.retryAfterS ?? 0) * 1000);
    attempt += 1;
    await pause(delay, options.signal);
  }
}

type ConnectionEnd = { kind: 'refused' } | { kind: 'lost'; lastedMs: number; retryAfterS: number | null };

async function connectOnce(options: FollowOptions): Promise<ConnectionEnd> {
  const connection = new AbortController();
  const cut = () => connection.abort();
  options.signal.addEventListener('abort', cut, { once: true });
  let deadline = setTimeout(cut, DEAD_STREAM_MS);
  const stayAlive = () => {
    clearTimeout(deadline);
    deadline = setTimeout(cut, DEAD_STREAM_MS);
  };
  let openedAt: number | null = null;
  const lost = (retryAfterS: number | null = null): ConnectionEnd => ({
    kind: 'lost',
    lastedMs: openedAt === null ? 0 : performance.now() - openedAt,
    retryAfterS,
  });
  try {
    const credential = options.credential?.();
    const response = await (options.fetch ?? fetch)(options.url, {
      headers: { ...credential?.headers, Accept: 'text/event-stream' },
      credentials: credential?.mode ?? 'same-origin',
      cache: 'no-store',
      signal: connection.signal,
    });
    if (REFUSALS.has(response.status)) {
      options.onRefused?.(response.status);
      await response.body?.cancel();
      return { kind: 'refused' };
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return lost(readRetryAfter(response.headers));
    }
    // A proxy's error page or a single-page fallback also has status 200, but never sends frames.
    if (!(response.headers.get('Content-Type') ?? '').includes('text/event-stream')) {
      await response.body.cancel();
      return { kind: 'refused' };
    }
    openedAt = performance.now();
    stayAlive();
    options.onState('open');
    options.onOpen();
    await readFrames(response.body, options, stayAlive);
    return lost();
  } catch {
    return lost();
  } finally {
    clearTimeout(deadline);
    options.signal.removeEventListener('abort', cut);
    connection.abort();
  }
}

async function readFrames(body: ReadableStream<Uint8Array>, options: FollowOptions, stayAlive: () => void) {
  const parser = createParser({
    maxBufferSize: MAX_FRAME_CHARS,
    onEvent: ({ event, data }) => options.onFrame({ event: event ?? 'message', data }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    stayAlive();
    options.onBytes?.();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
