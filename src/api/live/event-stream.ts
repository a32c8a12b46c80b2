import { createParser } from 'eventsource-parser';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { readRetryAfter } from '../api-error';
import type { ConnectionKind, WithConnection } from '../connections';
import type { Credential } from '../credentials';

/**
 * A server-sent event stream over fetch: the browser's own EventSource can send no bearer token, tells no status code
 * and reconnects by rules of its own. There are no event ids and no resume (Job API 6, rule 2): what was sent while we
 * were away is gone, so `onOpen` is where the caller reads the truth by GET.
 */
export interface StreamFrame {
  event: string;
  data: string;
}

/** `refused`: this surface, or its limit, wants us to poll; no further try is made. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'refused';

export interface FollowOptions {
  url: string;
  credential?: () => Credential;
  signal: AbortSignal;
  withConnection: WithConnection;
  /** Which place of the budget it takes; asked before every connect. */
  connectionKind?: () => ConnectionKind;
  onFrame: (frame: StreamFrame) => void;
  /** After every connect, the first and each reconnect. */
  onOpen: () => void;
  onState: (state: StreamState) => void;
  /** With the status of the response. */
  onRefused?: (status: number) => void;
  /** Bytes came, keepalive comments included. */
  onBytes?: () => void;
  fetch?: typeof fetch;
  random?: () => number;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** A connection that lasted this long was a good one: the next failure starts the back-off anew. */
const STEADY_MS = 5000;
/** A preview of 4 megapixels fits; an endless line does not eat the memory of the page. */
const MAX_FRAME_CHARS = 32 * 1024 * 1024;

/** Statuses after which asking again is of no use: no stream here, no right to it, or too many of them (J-6.25). */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 410, 429, 501]);

/** Half of it fixed, half by chance: many tabs that lost the same gateway do not come back in one instant. */
export function reconnectDelay(attempt: number, random: number): number {
  const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

/** Resolves when the signal aborts or the surface refuses; never rejects. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const random = options.random ?? Math.random;
  let attempt = 0;
  while (!options.signal.aborted) {
    options.onState('connecting');
    // Between attempts no connection is held: a gateway that is down would keep uploads of others waiting.
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
    // A proxy's error page or a single-page fallback answers 200 too; frames will never come out of it.
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
