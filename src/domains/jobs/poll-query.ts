import { isApiError } from '@/api/api-error';
import { useLiveStore } from '@/api/live/live-store';
import { pollInterval } from './poll-interval';

export function isStreamLive(stream: string): boolean {
  return useLiveStore.getState().streams[stream]?.health === 'live';
}

interface PolledState {
  error: Error | null;
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  errorUpdateCount: number;
}

/** Returns the refetch interval of a job query. */
export function pollOf(state: PolledState, hasActive: boolean, changedAt: number, isLive: boolean): number | false {
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
