import { DEAD_STREAM_MS } from '@contract/jobs/events';
import type { LockSource } from '@/lib/web-locks';
import type { StreamFrame, StreamState } from './event-stream';

/**
 * One stream for all tabs of this browser: the leader tab, which holds the lock, reads it and broadcasts every frame; when it
 * closes, the next tab gets the lock.
 */
export type LiveMessage =
  | ({ kind: 'frame' } & StreamFrame)
  /** The stream was opened or reopened: missed changes must be fetched. */
  | { kind: 'opened' }
  | { kind: 'state'; state: StreamState }
  /** A new tab requests the current state. */
  | { kind: 'who' }
  /** Bytes arrived, possibly only a keepalive. */
  | { kind: 'beat' };

/** Used part of BroadcastChannel. A message reaches all other tabs, not the sender. */
export interface LiveChannel {
  post: (message: LiveMessage) => void;
  close: () => void;
}

export interface LiveOptions {
  /** Same in every tab that shares the stream. */
  name: string;
  locks: LockSource;
  openChannel: (name: string, onMessage: (message: LiveMessage) => void) => LiveChannel;
  /** Reads and publishes the stream until the signal aborts or the stream ends permanently. */
  lead: (signal: AbortSignal, publish: (message: LiveMessage) => void) => Promise<void>;
  onMessage: (message: LiveMessage) => void;
}

/** Name of the lock and the channel of a stream, equal in all tabs. */
export function liveName(stream: string): string {
  return `flowdeck.live.${stream}`;
}

/** Minimum interval between broadcast beats. */
const BEAT_MS = 5000;

/** Joins the tabs that share a stream. The returned function leaves and releases leadership. */
export function joinLive({ name, locks, openChannel, lead, onMessage }: LiveOptions): () => void {
  const leaving = new AbortController();
  let isLeading = false;
  let lastState: StreamState = 'connecting';
  let lastBeat = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;

  /** A hanging leader tab keeps its lock: the other tabs detect its silence, and poll meanwhile. */
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
      // Rejected: keeps the lock, so that the other tabs do not repeat the same request one by one.
      if (!leaving.signal.aborted) await aborted(leaving.signal);
    })
    .catch(() => {
      // Aborted while waiting for the lock.
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

/** Uses a BroadcastChannel if the browser has one; otherwise this tab shares nothing. */
export function openBrowserChannel(name: string, onMessage: (message: LiveMessage) => void): LiveChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
