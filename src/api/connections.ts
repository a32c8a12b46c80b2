import { browserLocks, type LockSource } from '@/lib/web-locks';

/**
 * Connection budget for long requests. A browser opens six HTTP/1.1 connections per origin, shared by all tabs, and a seventh
 * request, even a reload, waits until one of them finishes. Every request that may take longer than a poll uses this budget,
 * so that
 * two connections are free for short ones, or one while reads from slow servers wait for uploads and streams.
 */
export type ConnectionKind =
  | 'stream'
  /** Stream of one job next to a stream of all jobs: counts as a stream, and leaves the other slot to that one. */
  | 'job-stream'
  | 'upload'
  | 'run'
  | 'download'
  /** Read from a relayed server that has not proven to be quick. */
  | 'read'
  /** Read from a server that did not respond before: counts as a read, and leaves the other slot to those. */
  | 'late-read'
  /** Request that changes something on a relayed server that has not proven to be quick. */
  | 'write';

export const MAX_PER_KIND = 2;
export const MAX_TOTAL = 4;

const LOCK_PREFIX = 'flowdeck.connection';

/**
 * Runs `work` once a connection is free, and reserves it until `work` settles. Rejects with the signal's reason if it aborts
 * before that; afterwards `work` must handle the signal.
 */
export type WithConnection = <T>(kind: ConnectionKind, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createConnections(locks: LockSource): WithConnection {
  return async (kind, signal, work) => {
    // Always acquires the kind slot before the total slot: the holder of a total slot never waits, so there is no deadlock.
    const releaseKind = await acquireAnyOf(locks, slotsOf(kind), signal);
    try {
      const releaseTotal = await acquireAnyOf(locks, totalSlotsOf(kind), signal);
      try {
        return await work();
      } finally {
        releaseTotal();
      }
    } finally {
      releaseKind();
    }
  };
}

let shared: WithConnection | null = null;

/** The budget shared by all tabs of this browser. */
export const withConnection: WithConnection = (kind, signal, work) => {
  shared ??= createConnections(browserLocks());
  return shared(kind, signal, work);
};

function slotsOf(kind: ConnectionKind): string[] {
  if (kind === 'job-stream') return slotNames('stream', MAX_PER_KIND).slice(1);
  if (kind === 'late-read') return slotNames('read', MAX_PER_KIND).slice(1);
  return slotNames(kind, MAX_PER_KIND);
}

/** One read may be added to the total: uploads of minutes would otherwise hold back the page of a server. */
function totalSlotsOf(kind: ConnectionKind): string[] {
  const slots = slotNames('any', MAX_TOTAL);
  return kind === 'read' || kind === 'late-read' ? [...slots, `${LOCK_PREFIX}.any.read`] : slots;
}

function slotNames(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${LOCK_PREFIX}.${group}.${index}`);
}

/**
 * Waits for every slot at once and holds the first one granted. Each queue is first in, first out, so the oldest waiter is
 * next in all of them and none starves.
 */
function acquireAnyOf(locks: LockSource, names: readonly string[], signal: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const others = new AbortController();
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      signal.removeEventListener('abort', giveUp);
      others.abort();
      return true;
    };
    const giveUp = () => {
      if (settle()) reject(signal.reason);
    };
    if (signal.aborted) {
      giveUp();
      return;
    }
    signal.addEventListener('abort', giveUp, { once: true });
    for (const name of names) {
      locks
        .request(name, { signal: others.signal }, async () => {
          // A second slot may be granted before its request is withdrawn; it is released at once.
          if (!settle()) return;
          await new Promise<void>((release) => {
            resolve(release);
          });
        })
        .catch((error: unknown) => {
          // Withdrawn requests end here too, but are already settled.
          if (settle()) reject(error);
        });
    }
  });
}
