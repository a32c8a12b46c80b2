import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '@/lib/hooks/use-now';
import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';

export interface ExpiringUrl {
  /** Asset id. */
  id: string;
  url: string;
  url_expires_at: string;
}

const CHECK_EVERY_MS = 30_000;
/** Longer than the check interval, so that an expired URL is never used. */
const MARGIN_MS = 45_000;

export function isExpired(source: Pick<ExpiringUrl, 'url_expires_at'>, now: number): boolean {
  const expiry = Date.parse(source.url_expires_at);
  // A URL without a readable expiry is tried; a failed load renews it.
  return Number.isFinite(expiry) && expiry - MARGIN_MS <= now;
}

export interface FreshUrl {
  /** `null` while it is renewed, or if there is none. */
  url: string | null;
  /**
   * `gone`: the surface no longer has the asset. `unloadable`: this browser cannot load or show it. `null`: no problem.
   */
  problem: 'gone' | 'unloadable' | null;
  /** `onError` handler of the element that loads the URL. */
  onLoadError: () => void;
  retry: () => void;
}

/** Returns a valid URL, renewed by fetching the asset again when it has expired or fails to load. */
export function useFreshUrl(surface: Surface, source: ExpiringUrl): FreshUrl {
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  const isOld = isExpired(source, useNow(CHECK_EVERY_MS));
  const needsRenewal = isOld || failedUrls.length > 0;
  const renewal = useQuery({
    queryKey: operationKey(surface, 'getAsset', source.id, failedUrls[0] ?? source.url_expires_at),
    queryFn: async ({ signal }) => (await call(surface, 'getAsset', { params: { id: source.id }, signal })).body,
    enabled: needsRenewal,
    staleTime: ({ state }) => (state.data && isExpired(state.data, Date.now()) ? 0 : Infinity),
  });
  const candidate = needsRenewal ? (renewal.data?.url ?? null) : source.url;
  const hasFailed = candidate !== null && failedUrls.includes(candidate);
  const { error } = renewal;
  const isGone = needsRenewal && isApiError(error) && (error.status === 404 || error.status === 410);
  const isUnloadable = hasFailed || (needsRenewal && error !== null);
  return {
    url: hasFailed || isGone ? null : candidate,
    problem: isGone ? 'gone' : isUnloadable ? 'unloadable' : null,
    onLoadError: () => {
      if (candidate !== null) setFailedUrls((known) => (known.includes(candidate) ? known : [...known, candidate]));
    },
    retry: () => {
      setFailedUrls([]);
      if (needsRenewal) void renewal.refetch();
    },
  };
}
