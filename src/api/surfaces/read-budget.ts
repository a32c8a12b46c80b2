import { ApiError } from '../api-error';
import { withConnection, type WithConnection } from '../connections';
import type { Surface } from '../surface';

/**
 * Reads of several servers at once. All relayed servers share the connections of our origin, and a request to a server that
 * hangs holds one until the relay gives up. So a server has to prove that it is quick: until then its reads go through
 * the budget of long requests, and each ends after a time that doubles with every attempt.
 */
export type ReadWithinBudget = <T>(
  surface: Surface,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A server that responds within this time is quick. */
const QUICK_MS = 1500;
export const FIRST_PATIENCE_MS = 3000;
/** As long as the relay waits for the response to a read. */
const MAX_PATIENCE_MS = 30_000;

interface Pace {
  isQuick: boolean;
  patienceMs: number;
}

export function createReadBudget(withSlot: WithConnection): ReadWithinBudget {
  const paces = new Map<string, Pace>();
  return async (surface, signal, read) => {
    // A server that the page reaches itself has connections of its own.
    if (!surface.remote) return read(signal);
    const pace = paces.get(surface.id) ?? { isQuick: false, patienceMs: FIRST_PATIENCE_MS };
    const work = async () => {
      const startedAt = performance.now();
      try {
        const value = await readFor(pace.patienceMs, signal, read);
        const tookMs = performance.now() - startedAt;
        paces.set(surface.id, { isQuick: tookMs < QUICK_MS, patienceMs: patienceFor(tookMs) });
        return value;
      } catch (error) {
        if (!signal.aborted) {
          const didHang = performance.now() - startedAt >= pace.patienceMs;
          const patienceMs = didHang ? Math.min(2 * pace.patienceMs, MAX_PATIENCE_MS) : pace.patienceMs;
          paces.set(surface.id, { isQuick: false, patienceMs });
        }
        throw error;
      }
    };
    return pace.isQuick ? work() : withSlot('read', signal, work);
  };
}

/** The one of this tab; the connections are counted for the whole browser. */
export const readWithinBudget: ReadWithinBudget = createReadBudget(withConnection);

function patienceFor(tookMs: number): number {
  return Math.min(Math.max(FIRST_PATIENCE_MS, 2 * tookMs), MAX_PATIENCE_MS);
}

async function readFor<T>(
  patienceMs: number,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), patienceMs);
  try {
    return await read(AbortSignal.any([signal, patience.signal]));
  } catch (error) {
    if (signal.aborted || !patience.signal.aborted) throw error;
    const seconds = Math.round(patienceMs / 1000);
    throw new ApiError({ kind: 'unreachable', code: 'timeout', message: `No response within ${seconds} s.` });
  } finally {
    clearTimeout(timer);
  }
}
