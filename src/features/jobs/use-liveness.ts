import { isApiError } from '@/api/api-error';
import { livenessOf, type Liveness } from '@/api/jobs/liveness';
import type { StreamHealth } from '@/api/live/live-store';
import { useNow } from '@/lib/use-now';

interface WatchedQuery {
  dataUpdatedAt: number;
  error: Error | null;
}

/** How true a polled screen is at this moment. */
export function useLiveness(query: WatchedQuery, health: StreamHealth, hasActive: boolean): Liveness {
  const now = useNow(1000);
  const { error, dataUpdatedAt: updatedAt } = query;
  return livenessOf({ health, updatedAt, failure: failureOf(error), hasActive, now });
}

function failureOf(error: Error | null) {
  if (!error) return null;
  return isApiError(error) ? error.kind : 'malformed';
}
