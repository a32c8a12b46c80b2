import { useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { useNow } from '@/lib/hooks/use-now';
import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { operationKey, type Surface } from '@/api/surface';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import { holdsKeyFor } from '@/api/fetch-content';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { closedContentQuery } from '../assets/closed-content-query';

interface ExpiringUrl {
  /** Asset id. */
  id: string;
  url: string;
  url_expires_at: string;
  /** Why its server removed the content; absent if it did not. */
  content_removed?: string | null | undefined;
}

const CHECK_EVERY_MS = 30_000;
/** Longer than the check interval, so that an expired URL is never used. */
const MARGIN_MS = 45_000;

export function isExpired(source: Pick<ExpiringUrl, 'url_expires_at'>, now: number): boolean {
  const expiry = Date.parse(source.url_expires_at);
  // A URL without a readable expiry is tried; a failed load renews it.
  return Number.isFinite(expiry) && expiry - MARGIN_MS <= now;
}

/** Returns true if the server removed the content, but not the record. */
export function isRemoved({ content_removed: reason }: Pick<ExpiringUrl, 'content_removed'>): boolean {
  return reason !== undefined && reason !== null;
}

interface FreshUrl {
  /** `null` while it is renewed, or if there is none. */
  url: string | null;
  /**
   * `gone`: the surface no longer has the asset. `removed`: it removed the content to keep its storage limit. `unloadable`: this browser
   * cannot load or show it. `null`: no problem.
   */
  problem: 'gone' | 'removed' | 'unloadable' | null;
  /** `onError` handler of the element that loads the URL. */
  onLoadError: () => void;
  retry: () => void;
}

/** Returns a valid URL, renewed by fetching the asset again when it has expired or fails to load. */
export function useFreshUrl(surface: Surface, source: ExpiringUrl): FreshUrl {
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  const isOld = isExpired(source, useNow(CHECK_EVERY_MS));
  const isKnownRemoved = isRemoved(source);
  const needsRenewal = !isKnownRemoved && (isOld || failedUrls.length > 0);
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
  // Removed while this page showed it.
  const isContentRemoved = isKnownRemoved || (renewal.data !== undefined && isRemoved(renewal.data));
  const isUnloadable = hasFailed || (needsRenewal && error !== null);
  return {
    url: hasFailed || isGone || isContentRemoved ? null : candidate,
    problem: isGone ? 'gone' : isContentRemoved ? 'removed' : isUnloadable ? 'unloadable' : null,
    onLoadError: () => {
      if (candidate !== null) setFailedUrls((known) => (known.includes(candidate) ? known : [...known, candidate]));
    },
    retry: () => {
      setFailedUrls([]);
      if (needsRenewal) void renewal.refetch();
    },
  };
}

const never = new AbortController().signal;

/** Returns the URL of a file, renewed if it has expired. @throws ApiError */
export async function usableUrl(surface: Surface, file: ExpiringUrl, signal = never): Promise<string> {
  if (!isExpired(file, Date.now())) return file.url;
  return (await call(surface, 'getAsset', { params: { id: file.id }, signal })).body.url;
}

export interface MediaSource extends ExpiringUrl {
  content_type: string;
}

export interface MediaUrl extends Omit<FreshUrl, 'problem'> {
  /** URL of the file on its server, for links and `fetchContent`; `url` may be an object URL. */
  address: string | null;
  /** Called when reading `address` fails. */
  onReadError: () => void;
  /** `too-large`: its server requires the credential, and the file is too large for the memory of the page. */
  problem: FreshUrl['problem'] | 'too-large';
}

/**
 * Returns a URL for an `<img>`, `<video>` or `<audio>`, which send no credential. If the server requires one, the page
 * fetches the file itself and uses an object URL.
 */
export function useMediaUrl(
  surface: Surface,
  source: MediaSource,
  /** Whether to fetch the whole file: it is visible, and of a kind that can be shown. */
  isWanted = true,
): MediaUrl {
  const fresh = useFreshUrl(surface, source);
  const { url: address, onLoadError } = fresh;
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isClosed = useLacksCapability(surface, 'openContent');
  const mayNeedKey = address !== null && holdsKeyFor(surface, address);
  const needsKey = mayNeedKey && (isClosed || failedUrl === address);
  const isRead = needsKey && isWanted;
  const { data, isError, refetch } = useQuery({
    ...closedContentQuery(surface, address ?? '', source.content_type),
    enabled: isRead,
  });
  const blobUrl = useBlobUrl(isRead && data instanceof Blob ? data : null);
  const hasFailed = isRead && isError;
  // Handled like a load error of the element.
  useEffect(() => {
    if (hasFailed) onLoadError();
  }, [hasFailed, onLoadError]);
  return {
    ...fresh,
    address,
    url: needsKey ? blobUrl : address,
    problem: isRead && data === 'too-large' ? 'too-large' : fresh.problem,
    onLoadError: () => {
      if (mayNeedKey && !needsKey) setFailedUrl(address);
      else onLoadError();
    },
    onReadError: onLoadError,
    retry: () => {
      setFailedUrl(null);
      fresh.retry();
      if (hasFailed) void refetch();
    },
  };
}
