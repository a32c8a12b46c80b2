import { withAbsoluteLinks } from '../links';
import { withConnection, type ConnectionKind, type WithConnection } from '../connections';
import type { Credential } from '../credentials';
import { browserLocks, type LockSource } from '@/lib/web-locks';
import { applyEvents, readFrame, type LiveEvent, type ReadsDue } from './event-table';
import { followEvents, type StreamState } from './event-stream';
import { joinLive, liveName, openBrowserChannel, type LiveChannel, type LiveMessage } from './live-leader';
import type { Surface } from '../surface';
import { forgetStream, isFollowedAlone, setStreamHealth, type StreamHealth } from './live-store';

interface LiveSessionOptions {
  /** Name of the stream, in locks, channels and the store. */
  stream: string;
  surface: Surface;
  url: string;
  /** Called for each connection: the user may have signed in again. */
  credential: () => Credential;
  /** Job of a single-job stream; `null` if each frame names its job. */
  jobId: string | null;
  locks: LockSource;
  openChannel: (name: string, onMessage: (message: LiveMessage) => void) => LiveChannel;
  withConnection: WithConnection;
  connectionKind: () => ConnectionKind;
  /** Called when a response shows whether the surface has such streams. */
  onOffer: (isOffered: boolean) => void;
  /** Called when events require a GET; at most a few times per second. */
  onReadsDue: (due: ReadsDue) => void;
  /** Called when the stream opens or reopens: all visible data must be fetched once. */
  onOpened: () => void;
}

export type BrowserSessionOptions = Omit<LiveSessionOptions, 'locks' | 'openChannel' | 'withConnection'>;

let locks: LockSource | null = null;

/** With the locks, channels and connections of this browser. */
export function startBrowserSession(options: BrowserSessionOptions): () => void {
  locks ??= browserLocks();
  return startLiveSession({ ...options, locks, openChannel: openBrowserChannel, withConnection });
}

/** Flush interval of hidden tabs, which get no animation frames. */
const FLUSH_HIDDEN_MS = 250;
const READ_EVERY_MS = 250;

const HEALTH: Readonly<Record<StreamState, StreamHealth>> = {
  connecting: 'connecting',
  open: 'live',
  waiting: 'waiting',
  refused: 'off',
};

/** Feeds the overlay from one stream until the returned function is called. */
function startLiveSession(options: LiveSessionOptions): () => void {
  const { stream, surface, url, jobId } = options;
  const surfaceId = surface.id;
  let pending: LiveEvent[] = [];
  let cancelFlush: (() => void) | null = null;
  let due: ReadsDue | null = null;
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let isFresh = true;

  const read = () => {
    const now = due;
    due = null;
    if (!now) {
      readTimer = undefined;
      return;
    }
    options.onReadsDue(now);
    readTimer = setTimeout(read, READ_EVERY_MS);
  };

  const flush = () => {
    cancelFlush = null;
    const events = pending;
    pending = [];
    const found = applyEvents(surfaceId, events);
    if (found.jobIds.size === 0 && !found.list) return;
    due = { jobIds: new Set([...(due?.jobIds ?? []), ...found.jobIds]), list: found.list || due?.list === true };
    // The first read runs at once, so that the end of a job shows without delay; a burst is batched.
    if (readTimer === undefined) read();
  };

  const onMessage = (message: LiveMessage) => {
    switch (message.kind) {
      case 'frame': {
        // A tab that joins an open stream missed its `opened` message.
        if (isFresh) setStreamHealth(stream, 'live');
        isFresh = false;
        const frame = readFrame(message.event, message.data);
        const id = frame?.jobId ?? jobId;
        if (!frame || id === null) return;
        // Handling its frames twice would duplicate each log line.
        if (jobId === null && isFollowedAlone(surfaceId, id)) return;
        const event =
          frame.event.event === 'output'
            ? { ...frame.event, data: withAbsoluteLinks(frame.event.data, surface, url, id) }
            : frame.event;
        pending.push({ jobId: id, event, at: performance.now() });
        cancelFlush ??= schedule(flush);
        return;
      }
      case 'state':
        isFresh = false;
        setStreamHealth(stream, HEALTH[message.state]);
        return;
      case 'opened':
        options.onOpened();
        return;
      case 'who':
      case 'beat':
    }
  };

  setStreamHealth(stream, 'connecting');
  const leave = joinLive({
    name: liveName(stream),
    locks: options.locks,
    openChannel: options.openChannel,
    onMessage,
    lead: (signal, publish) =>
      followEvents({
        url,
        credential: options.credential,
        signal,
        withConnection: options.withConnection,
        connectionKind: options.connectionKind,
        onFrame: (frame) => publish({ kind: 'frame', ...frame }),
        onOpen: () => {
          options.onOffer(true);
          publish({ kind: 'opened' });
        },
        onRefused: (status) => {
          if (status === 405 || status === 501) options.onOffer(false);
        },
        onState: (state) => publish({ kind: 'state', state }),
        onBytes: () => publish({ kind: 'beat' }),
      }),
  });

  return () => {
    leave();
    cancelFlush?.();
    clearTimeout(readTimer);
    forgetStream(stream);
  };
}

function schedule(work: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(work, FLUSH_HIDDEN_MS);
    return () => clearTimeout(timer);
  }
  // A tab that is hidden before the next animation frame would never get it.
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, FLUSH_HIDDEN_MS);
  return () => {
    isDone = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
