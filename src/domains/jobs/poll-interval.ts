import { isApiError } from '@/api/api-error';
import { useLiveStore } from '@/api/live/live-store';

/**
 * Computes the time until the next GET. Every screen is correct with polling alone; with a live stream, polling is only a
 * fallback and may be slow.
 */
export interface PollState {
  /** Monotonic times. */
  now: number;
  changedAt: number;
  isHidden: boolean;
  /** A displayed job is unfinished. */
  hasActive: boolean;
  isLive: boolean;
  /** Time without a successful response; `null` after one. */
  failingForMs: number | null;
  retryAfterS: number | null;
}

export const POLL_FAST_MS = 1000;
export const POLL_SLOW_MS = 5000;
export const POLL_LIVE_MS = 5000;
export const POLL_HIDDEN_MS = 20_000;
export const POLL_HIDDEN_LIVE_MS = 30_000;
export const POLL_FAILING_MAX_MS = 15_000;

/** Duration of fast polling after a change, before it slows down gradually. */
const FAST_FOR_MS = 30_000;
const SLOW_AFTER_MS = 120_000;

/** Returns milliseconds, or `false` if no poll is needed. */
export function pollInterval(state: PollState): number | false {
  if (state.failingForMs !== null) {
    // An unreachable surface is polled until it is back, whatever is displayed.
    const backOff = clamp(state.failingForMs / 2, POLL_FAST_MS, POLL_FAILING_MAX_MS);
    return Math.max(backOff, (state.retryAfterS ?? 0) * 1000, state.isHidden ? POLL_HIDDEN_MS : 0);
  }
  if (!state.hasActive) return false;
  if (state.isHidden) return state.isLive ? POLL_HIDDEN_LIVE_MS : POLL_HIDDEN_MS;
  if (state.isLive) return POLL_LIVE_MS;
  const calmFor = state.now - state.changedAt;
  if (calmFor <= FAST_FOR_MS) return POLL_FAST_MS;
  const share = (calmFor - FAST_FOR_MS) / (SLOW_AFTER_MS - FAST_FOR_MS);
  return clamp(POLL_FAST_MS + share * (POLL_SLOW_MS - POLL_FAST_MS), POLL_FAST_MS, POLL_SLOW_MS);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function isStreamLive(stream: string): boolean {
  return useLiveStore.getState().streams[stream]?.health === 'live';
}

interface PolledState {
  error: Error | null;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  errorUpdateCount: number;
}

/** `pollInterval` from the state of a query. @param changedAt monotonic time of the last change of a job */
export function pollOf(state: PolledState, hasActive: boolean, changedAt: number, isLive: boolean): number | false {
  // The page asks for the key; each further response would replace the field while the user types in it.
  if (state.dataUpdatedAt === 0 && isApiError(state.error) && state.error.status === 401) return false;
  return pollInterval({
    now: performance.now(),
    changedAt,
    isHidden: document.hidden,
    hasActive,
    isLive,
    failingForMs: failingForMs(state),
    retryAfterS: isApiError(state.error) ? state.error.retryAfterS : null,
  });
}

function failingForMs({ error, dataUpdatedAt, errorUpdatedAt, errorUpdateCount }: PolledState): number | null {
  if (!error) return null;
  return dataUpdatedAt === 0 ? errorUpdateCount * 1000 : errorUpdatedAt - dataUpdatedAt;
}
