import { t } from '@/lib/i18n/messages';
import { ApiError, isApiError } from '../api-error';
import { withConnection, type WithConnection } from '../connections';
import type { Surface } from './surface-type';

/**
 * Budget for requests to relayed servers. All of them share the connections of our origin, with each other and with our gateway,
 * and a request to a hanging server uses one until it ends. So until a server has responded quickly, its requests use the budget
 * of long requests, and each read has a time limit, which doubles while the server hangs (decision 103).
 */
export interface RequestBudget {
  /** `read` calls `onBytes` when the response starts and with each part of its body, and ends when the signal aborts. */
  read: <T>(
    surface: Surface,
    signal: AbortSignal,
    read: (signal: AbortSignal, onBytes: () => void) => Promise<T>,
  ) => Promise<T>;
  /** Has no time limit: a server may validate a submission for long. */
  write: <T>(surface: Surface, signal: AbortSignal, write: () => Promise<T>) => Promise<T>;
}

/** A server that responds within this time is fast. */
const QUICK_MS = 1500;
/** Limit until the response starts, and between two parts of it. */
export const FIRST_TIMEOUT_MS = 3000;
/** Equals the timeout of the relay for reads. */
const MAX_TIMEOUT_MS = 30_000;
/** A read without a response is sent again, with more time, until this much time has passed. */
const PATIENCE_MS = 20_000;
/** Limit for the whole response: definitions of many nodes over a slow line take this long. */
export const MAX_READ_MS = 60_000;
/** Limit for it while unknown servers wait for the connection; a longer response is requested again among the late ones. */
export const MAX_SHARED_MS = 6000;

interface Pace {
  isQuick: boolean;
  timeoutMs: number;
  /** Set while the last read had no response: the only read of this tab, whose end the others wait for. */
  trial: Promise<unknown> | null;
  isHanging: boolean;
}

export function createRequestBudget(withSlot: WithConnection): RequestBudget {
  const paces = new Map<string, Pace>();
  const paceOf = ({ id }: Surface): Pace => {
    const known = paces.get(id);
    if (known) return known;
    const pace = { isQuick: false, timeoutMs: FIRST_TIMEOUT_MS, trial: null, isHanging: false };
    paces.set(id, pace);
    return pace;
  };
  return {
    // A server that the page reaches directly has separate connections.
    read: async (surface, signal, read) => {
      if (!surface.remote) return read(signal, () => {});
      const pace = paceOf(surface);
      const startedAt = performance.now();
      for (;;) {
        try {
          return await readOnce(pace, withSlot, signal, read);
        } catch (error) {
          if (error instanceof Superseded) continue;
          if (signal.aborted || !isTimeout(error)) throw error;
          if (performance.now() - startedAt >= PATIENCE_MS) throw error;
        }
      }
    },
    write: async (surface, signal, write) => {
      if (!surface.remote || paceOf(surface).isQuick) return write();
      return withSlot('write', signal, write);
    },
  };
}

/** The server was found to hang while this read waited for a connection. */
class Superseded extends Error {}

async function readOnce<T>(
  pace: Pace,
  withSlot: WithConnection,
  signal: AbortSignal,
  read: (signal: AbortSignal, onBytes: () => void) => Promise<T>,
): Promise<T> {
  if (pace.isQuick) return timedRead(pace, signal, read);
  if (!pace.isHanging) {
    return withSlot('read', signal, () => {
      if (pace.isHanging) throw new Superseded();
      return timedRead(pace, signal, read, MAX_SHARED_MS);
    });
  }
  if (pace.trial) {
    await endOf(pace.trial, signal);
    // Changed by the trial.
    if (pace.isHanging) throw timeoutError(pace.timeoutMs);
    return readOnce(pace, withSlot, signal, read);
  }
  const trial = withSlot('late-read', signal, () => timedRead(pace, signal, read));
  pace.trial = trial;
  try {
    return await trial;
  } finally {
    pace.trial = null;
  }
}

/** Waits for it to settle. @throws the signal's reason if it aborts before */
async function endOf(trial: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  signal.throwIfAborted();
  await Promise.race([trial.catch(() => null), aborted]);
}

async function timedRead<T>(
  pace: Pace,
  signal: AbortSignal,
  read: (signal: AbortSignal, onBytes: () => void) => Promise<T>,
  maxMs = MAX_READ_MS,
): Promise<T> {
  const { timeoutMs } = pace;
  const ending = new AbortController();
  const end = () => ending.abort();
  const startedAt = performance.now();
  let firstByteMs: number | null = null;
  let silence = setTimeout(end, timeoutMs);
  const total = setTimeout(end, maxMs);
  const onBytes = () => {
    firstByteMs ??= performance.now() - startedAt;
    clearTimeout(silence);
    silence = setTimeout(end, timeoutMs);
  };
  try {
    const value = await read(AbortSignal.any([signal, ending.signal]), onBytes);
    const tookMs = firstByteMs ?? performance.now() - startedAt;
    pace.isQuick = tookMs < QUICK_MS;
    pace.isHanging = false;
    pace.timeoutMs = Math.min(Math.max(FIRST_TIMEOUT_MS, 2 * tookMs), MAX_TIMEOUT_MS);
    return value;
  } catch (error) {
    if (signal.aborted) throw error;
    pace.isQuick = false;
    pace.isHanging = ending.signal.aborted;
    if (!ending.signal.aborted) throw error;
    pace.timeoutMs = Math.min(2 * timeoutMs, MAX_TIMEOUT_MS);
    throw timeoutError(performance.now() - startedAt, firstByteMs !== null);
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
  }
}

/** The budget of this tab; connections are counted for the whole browser. */
export const requestBudget: RequestBudget = createRequestBudget(withConnection);

const TIMEOUT = 'timeout';

/** Returns true if a read was ended by its time limit: it was repeated as often as is useful. */
export function isTimeout(error: unknown): boolean {
  return isApiError(error) && error.code === TIMEOUT && error.status === 0;
}

function timeoutError(ms: number, hasStarted = false): ApiError {
  const seconds = Math.round(ms / 1000);
  const message = hasStarted
    ? t('The response did not end within {seconds} s.', { seconds })
    : t('No response within {seconds} s.', { seconds });
  return new ApiError({ kind: 'unreachable', code: TIMEOUT, message });
}
