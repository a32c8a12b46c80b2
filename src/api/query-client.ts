import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './api-error';

const MAX_RETRIES = 2;

/** Only failures that may pass by themselves are tried again; a 4xx stays what it is. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount >= MAX_RETRIES || !isApiError(error)) return false;
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
        // Each poll decides by state; a focus change is one of its inputs.
        refetchOnWindowFocus: 'always',
        // Loopback stays reachable while the browser believes to be offline.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
