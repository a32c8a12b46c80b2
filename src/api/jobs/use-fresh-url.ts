import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '@/lib/use-now';
import { call } from '../client';
import { operationKey, type Surface } from '../surface';

export interface ExpiringUrl {
  /** Of the asset. */
  id: string;
  url: string;
  url_expires_at: string;
}

const CHECK_EVERY_MS = 30_000;
/** More than the time between two looks: an address is never used after its end. */
const MARGIN_MS = 45_000;

export function isExpired(source: Pick<ExpiringUrl, 'url_expires_at'>, now: number): boolean {
  const expiry = Date.parse(source.url_expires_at);
  // What cannot be read is tried; a failed load renews it.
  return Number.isFinite(expiry) && expiry - MARGIN_MS <= now;
}

export interface FreshUrl {
  /** Null while a new address is on its way, or when there is none to be had. */
  url: string | null;
  /** The asset is gone, or cannot be read. */
  isLost: boolean;
  /** For `onError` of whatever loads the address. */
  onLoadError: () => void;
}

/** An address that can be used now: renewed by reading the asset again when it has expired or fails to load. */
export function useFreshUrl(surface: Surface, source: ExpiringUrl): FreshUrl {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const hasFailed = failedUrl !== null;
  const isOld = isExpired(source, useNow(CHECK_EVERY_MS));
  const needsRenewal = hasFailed || isOld;
  const renewal = useQuery({
    queryKey: operationKey(surface, 'getAsset', source.id, failedUrl ?? source.url_expires_at),
    queryFn: async ({ signal }) => (await call(surface, 'getAsset', { params: { id: source.id }, signal })).body,
    enabled: needsRenewal,
    staleTime: ({ state }) => (state.data && isExpired(state.data, Date.now()) ? 0 : Infinity),
  });
  const renewed = renewal.data?.url;
  const url = needsRenewal ? (renewed ?? null) : source.url;
  return {
    url: url === failedUrl ? null : url,
    // The same address again, and it failed: the bytes are not there.
    isLost: renewal.isError || (hasFailed && renewed === failedUrl),
    onLoadError: () => {
      if (url !== null) setFailedUrl((known) => known ?? url);
    },
  };
}
