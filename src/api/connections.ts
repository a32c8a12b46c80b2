import { browserLocks, type LockSource } from './local-locks';

/**
 * The budget of long requests. A browser opens six connections to an origin over HTTP/1.1, all tabs together, and a
 * seventh request, a reload included, waits until one of them ends. Every request that may last longer than a poll goes
 * through here, so that two connections are always free for short ones (design, Data policy).
 */
export type ConnectionKind =
  | 'stream'
  /** Of one job, beside a stream that carries all of them: it counts as a stream, and leaves the other place to that one. */
  | 'job-stream'
  | 'upload'
  | 'run'
  | 'download'
  /** Of a server that may not answer, beside reads of others. */
  | 'read';

export const MAX_OF_A_KIND = 2;
export const MAX_IN_ALL = 4;

const LOCK_PREFIX = 'flowdeck.connection';

/**
 * Runs `work` once a connection is free, and holds it until `work` settles. Rejects with the signal's reason when it
 * aborts before that; after that the signal is the business of `work`.
 */
export type WithConnection = <T>(kind: ConnectionKind, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createConnections(locks: LockSource): WithConnection {
  return async (kind, signal, work) => {
    // Always the kind first, then the total: who holds a total slot waits for nothing, so nobody waits in a circle.
    const releaseKind = await acquireAnyOf(locks, slotsOf(kind), signal);
    try {
      const releaseTotal = await acquireAnyOf(locks, slotNames('any', MAX_IN_ALL), signal);
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

/** The one budget of this browser. */
export const withConnection: WithConnection = (kind, signal, work) => {
  shared ??= createConnections(browserLocks());
  return shared(kind, signal, work);
};

function slotsOf(kind: ConnectionKind): string[] {
  if (kind !== 'job-stream') return slotNames(kind, MAX_OF_A_KIND);
  return slotNames('stream', MAX_OF_A_KIND).slice(1);
}

function slotNames(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${LOCK_PREFIX}.${group}.${index}`);
}

/**
 * Waits in the queue of every slot at once and keeps the first one granted. Each queue is first come, first served, so
 * whoever waits longest is next at all of them and nobody starves.
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
          // A second slot may be granted before the withdrawal reaches it; it is given back at once.
          if (!settle()) return;
          await new Promise<void>((release) => {
            resolve(release);
          });
        })
        .catch((error: unknown) => {
          // Withdrawn requests end here too; by then it is settled.
          if (settle()) reject(error);
        });
    }
  });
}
