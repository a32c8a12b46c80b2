import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBlobUrl } from '@/lib/use-blob-url';
import { closedContentQuery } from '../assets/closed-content-query';
import { holdsKeyFor } from '../assets/fetch-content';
import type { Surface } from '../surface';
import { useIsLacking } from '../surfaces/capability-record';
import { useFreshUrl, type ExpiringUrl, type FreshUrl } from './use-fresh-url';

export interface MediaSource extends ExpiringUrl {
  content_type: string;
}

export interface MediaUrl extends Omit<FreshUrl, 'problem'> {
  /** Of the file at its server, for links and for what reads it with `fetchContent`; `url` may be bytes in memory. */
  address: string | null;
  /** For what reads `address` and fails. */
  onReadError: () => void;
  /** `too-large`: its server hands it out to the credential only, and it is too large to be held by the page. */
  problem: FreshUrl['problem'] | 'too-large';
}

/**
 * An address for an `<img>`, `<video>` or `<audio>`, which send no credential. Where the server wants one, the page reads
 * the file itself and shows it out of memory.
 */
export function useMediaUrl(
  surface: Surface,
  source: MediaSource,
  /** Whether it is worth reading all of the file: it is in view, and of a kind that is shown. */
  isWanted = true,
): MediaUrl {
  const fresh = useFreshUrl(surface, source);
  const { url: address, onLoadError } = fresh;
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const isClosed = useIsLacking(surface, 'openContent');
  const mayNeedKey = address !== null && holdsKeyFor(surface, address);
  const needsKey = mayNeedKey && (isClosed || failedAddress === address);
  const isRead = needsKey && isWanted;
  const { data, isError, refetch } = useQuery({
    ...closedContentQuery(surface, address ?? '', source.content_type),
    enabled: isRead,
  });
  const blobUrl = useBlobUrl(isRead && data instanceof Blob ? data : null);
  const hasFailed = isRead && isError;
  // As if the element had failed to load it.
  useEffect(() => {
    if (hasFailed) onLoadError();
  }, [hasFailed, onLoadError]);
  return {
    ...fresh,
    address,
    url: needsKey ? blobUrl : address,
    problem: isRead && data === 'too-large' ? 'too-large' : fresh.problem,
    onLoadError: () => {
      if (mayNeedKey && !needsKey) setFailedAddress(address);
      else onLoadError();
    },
    onReadError: onLoadError,
    retry: () => {
      setFailedAddress(null);
      fresh.retry();
      if (hasFailed) void refetch();
    },
  };
}
