import { ApiError } from '../api-error';
import { withConnection, type WithConnection } from '../connections';
import type { Surface } from '../surface';

/**
 * Budget for concurrent reads from several servers. All relayed servers share the connections of our origin, and a request to a
 * hanging server uses one until the relay times out. So until a server has responded quickly, its reads use the budget of long
 * requests, with a timeout that doubles on every attempt.
 */
export type ReadWithinBudget = <T>(
  surface: Surface,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A server that responds within this time is fast. */
const QUICK_MS = 1500;
export const FIRST_TIMEOUT_MS = 3000;
/** Equals the timeout of the relay for reads. */
const MAX_TIMEOUT_MS = 30_000;

interface Pace {
  isQuick: boolean;
  timeoutMs: number;
}

export function createReadBudget(withSlot: WithConnection): ReadWithinBudget {
  const paces = new Map<string, Pace>();
  return async (surface, signal, read) => {
    // A server that the page reaches directly has separate connections.
    if (!surface.remote) return read(signal);
    const pace = paces.get(surface.id) ?? { isQuick: false, timeoutMs: FIRST_TIMEOUT_MS };
    const work = async () => {
      const startedAt = performance.now();
      try {
        const value = await readFor(pace.timeoutMs, signal, read);
        const tookMs = performance.now() - startedAt;
        paces.set(surface.id, { isQuick: tookMs < QUICK_MS, timeoutMs: patienceFor(tookMs) });
        return value;
      } catch (error) {
        if (!signal.aborted) {
          const didHang = performance.now() - startedAt >= pace.timeoutMs;
          const timeoutMs = didHang ? Math.min(2 * pace.timeoutMs, MAX_TIMEOUT_MS) : pace.timeoutMs;
          paces.set(surface.id, { isQuick: false, timeoutMs });
        }
        throw error;
      }
    };
    return pace.isQuick ? work() : withSlot('read', signal, work);
  };
}

/** The budget of this tab; connections are counted for the whole browser. */
export const readWithinBudget: ReadWithinBudget = createReadBudget(withConnection);

function patienceFor(tookMs: number): number {
  return Math.min(Math.max(FIRST_TIMEOUT_MS, 2 * tookMs), MAX_TIMEOUT_MS);
}

async function readFor<T>(
  timeoutMs: number,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeoutMs);
  try {
    return await read(AbortSignal.any([signal, patience.signal]));
  } catch (error) {
    if (signal.aborted || !patience.signal.aborted) throw error;
    const seconds = Math.round(timeoutMs / 1000);
    throw new ApiError({ kind: 'unreachable', code: 'timeout', message: `No response within ${seconds} s.` });
  } finally {
    clearTimeout(timer);
  }
}
