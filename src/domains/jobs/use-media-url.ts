import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import { closedContentQuery } from '../assets/closed-content-query';
import { holdsKeyFor } from '@/api/fetch-content';
import type { Surface } from '@/api/surface';
import { useLacksCapability } from '@/api/surfaces/capability-record';
import { useFreshUrl, type ExpiringUrl, type FreshUrl } from './use-fresh-url';

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
