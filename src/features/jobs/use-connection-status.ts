import { isApiError } from '@/api/api-error';
import { toConnectionStatus, type ConnectionStatus } from '@/features/jobs/connection-status';
import type { StreamHealth } from '@/api/live/live-store';
import { useNow } from '@/lib/hooks/use-now';

interface WatchedQuery {
  dataUpdatedAt: number;
  error: Error | null;
}

/** Returns the connection status of a polled screen. */
export function useConnectionStatus(query: WatchedQuery, health: StreamHealth, hasActive: boolean): ConnectionStatus {
  const now = useNow(1000);
  const { error, dataUpdatedAt: updatedAt } = query;
  return toConnectionStatus({ health, updatedAt, failure: failureOf(error), hasActive, now });
}

function failureOf(error: Error | null) {
  if (!error) return null;
  return isApiError(error) ? error.kind : 'malformed';
}
