import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error';
import { isTimeout } from './surfaces/request-budget';

const MAX_RETRIES = 2;

/** Only temporary failures are retried, not a 4xx; a read that timed out was repeated already. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES || !isApiError(error) || isTimeout(error)) return false;
  return error.kind === 'unreachable' || error.status >= 500;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
        staleTime: 1000,
        gcTime: 10 * 60_000,
        // Poll intervals depend on state, and a focus change is one of their inputs.
        refetchOnWindowFocus: 'always',
        // Loopback is reachable even if the browser reports that it is offline.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
