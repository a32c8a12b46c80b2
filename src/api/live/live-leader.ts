import { DEAD_STREAM_MS } from '@contract/jobs/events';
import type { LockSource } from '../local-locks';
import type { StreamFrame, StreamState } from './event-stream';

/**
 * One stream for all tabs of this browser: the tab that holds the lock reads it and shares every frame; when it closes,
 * the lock passes to the next tab within moments.
 */
export type LiveMessage =
  | ({ kind: 'frame' } & StreamFrame)
  /** The stream is open, newly or again: what was missed is to be read by GET. */
  | { kind: 'opened' }
  | { kind: 'state'; state: StreamState }
  /** From a tab that has just come: how are things? */
  | { kind: 'who' }
  /** Bytes came, if only a keepalive. */
  | { kind: 'beat' };

/** The part of BroadcastChannel that is used. A message reaches all other tabs, not the sender. */
export interface LiveChannel {
  post: (message: LiveMessage) => void;
  close: () => void;
}

export interface LiveOptions {
  /** Same in every tab that shares the stream. */
  name: string;
  locks: LockSource;
  openChannel: (name: string, onMessage: (message: LiveMessage) => void) => LiveChannel;
  /** Reads the stream until the signal aborts or nothing more will come; publishes what it meets. */
  lead: (signal: AbortSignal, publish: (message: LiveMessage) => void) => Promise<void>;
  onMessage: (message: LiveMessage) => void;
}

/** What the lock and the channel of a stream are called in every tab. */
export function liveName(stream: string): string {
  return `flowdeck.live.${stream}`;
}

/** Beats are shared no more often than this. */
const BEAT_MS = 5000;

/** Takes part in sharing one stream. The returned function leaves; leadership then passes on. */
export function joinLive({ name, locks, openChannel, lead, onMessage }: LiveOptions): () => void {
  const leaving = new AbortController();
  let isLeading = false;
  let lastState: StreamState = 'connecting';
  let lastBeat = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;

  /** A leading tab that hangs keeps its lock: those who follow notice by its silence, and poll meanwhile. */
  const expectBeat = () => {
    clearTimeout(silence);
    silence = setTimeout(() => onMessage({ kind: 'state', state: 'waiting' }), DEAD_STREAM_MS);
  };

  const channel = openChannel(name, (message) => {
    if (leaving.signal.aborted) return;
    if (message.kind === 'who') {
      if (isLeading) channel.post({ kind: 'state', state: lastState });
      return;
    }
    if (isLeading) return;
    expectBeat();
    if (message.kind !== 'beat') onMessage(message);
  });

  const publish = (message: LiveMessage) => {
    if (leaving.signal.aborted) return;
    if (message.kind === 'state') lastState = message.state;
    if (message.kind === 'beat') {
      if (performance.now() - lastBeat < BEAT_MS) return;
      lastBeat = performance.now();
    }
    channel.post(message);
    if (message.kind !== 'beat') onMessage(message);
  };

  locks
    .request(name, { signal: leaving.signal }, async () => {
      isLeading = true;
      clearTimeout(silence);
      await lead(leaving.signal, publish);
      // Refused: the lock is kept, so that the other tabs do not ask the same question one after another.
      if (!leaving.signal.aborted) await aborted(leaving.signal);
    })
    .catch(() => {
      // Left while waiting in line.
    });
  expectBeat();
  channel.post({ kind: 'who' });

  return () => {
    if (isLeading) channel.post({ kind: 'state', state: 'connecting' });
    leaving.abort();
    clearTimeout(silence);
    channel.close();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** BroadcastChannel where the browser has it; else this tab stands alone. */
export function openBrowserChannel(name: string, onMessage: (message: LiveMessage) => void): LiveChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
