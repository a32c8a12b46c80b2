import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Asset } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { isExpired } from '@/domains/jobs/file-url';
import { fetchResult, isHeldBy, savedResult } from '@/domains/models/fetch-result';
import { savedResults } from '@/domains/models/saved-results';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import type { OutputMedia } from './parse/output-media';
import { mediaKind } from './media-file';

export interface MediaFile {
  /** URL that this page may load; `null` while pending. */
  url: string | null;
  /** Best known type so far. */
  contentType: string;
  /** `null` if unknown. */
  sizeBytes: number | null;
  /** The asset that stores it, temporarily or permanently; `null` if the gateway does not store it. */
  asset: Asset | null;
  /** Human-readable error message; `null` if there is no error. */
  problem: string | null;
  retry: () => void;
}

/**
 * Makes a file of a response displayable: embedded bytes, a URL of our own gateway, or a temporary copy fetched by the
 * gateway.
 */
export function useMediaFile(surface: Surface, media: OutputMedia): MediaFile {
  const { id, source, contentType } = media;
  const isHeld = useSetting(savedResults, (results) => id in results);
  const isDirect = source.kind === 'link' && !isHeld && isPlayable(surface, source.url, contentType);
  const held = useQuery({ ...heldFileQuery(surface, media), enabled: source.kind === 'link' && !isDirect });
  const kept = useQuery({ ...keptFileQuery(surface, media), enabled: source.kind === 'bytes' && isHeld });
  const blobUrl = useBlobUrl(source.kind === 'bytes' ? source.blob : null);
  const retry = () => void held.refetch();
  if (source.kind === 'bytes') {
    return { url: blobUrl, contentType, sizeBytes: source.blob.size, asset: kept.data ?? null, problem: null, retry };
  }
  if (isDirect) return { url: source.url, contentType, sizeBytes: null, asset: null, problem: null, retry };
  return {
    url: held.data?.url ?? null,
    contentType: held.data ? betterType(held.data.content_type, contentType) : contentType,
    sizeBytes: held.data?.size_bytes ?? null,
    asset: held.data ?? null,
    problem: held.error ? problemText(held.error) : null,
    retry,
  };
}

/** Temporary copy of a linked file, which the gateway fetches on this request. */
export function heldFileQuery(surface: Surface, { id, source }: OutputMedia) {
  return queryOptions({
    queryKey: [surface.id, 'model-media', id],
    queryFn: ({ signal }) => {
      if (source.kind === 'bytes') throw new Error('These bytes came with the answer');
      return fetchResult(surface, { mediaId: id, link: source.url, forGood: false }, signal);
    },
    staleTime: ({ state }) => (state.data && isExpired(state.data, Date.now()) ? 0 : Infinity),
    retry: false,
  });
}

/** The file in the gallery that was made of bytes of a response; `null` if there is none. */
export function keptFileQuery(surface: Surface, { id }: OutputMedia) {
  return queryOptions({
    queryKey: [surface.id, 'model-media', id, 'kept'],
    queryFn: ({ signal }) => savedResult(surface, id, signal),
    retry: false,
  });
}

/** Returns the bytes of a file. @throws ApiError, Error */
export async function mediaBytes(client: QueryClient, surface: Surface, media: OutputMedia): Promise<Blob> {
  if (media.source.kind === 'bytes') return media.source.blob;
  const response = await fetch(await heldUrl(client, surface, media), { credentials: 'omit' });
  if (!response.ok) throw new Error(t('The gateway responded with {status}.', { status: response.status }));
  return response.blob();
}

/** Returns a URL of a linked file that this page can load. @throws ApiError, Error */
export async function heldUrl(client: QueryClient, surface: Surface, media: OutputMedia): Promise<string> {
  const { source, contentType } = media;
  if (source.kind === 'link' && isPlayable(surface, source.url, contentType)) return source.url;
  return (await client.fetchQuery(heldFileQuery(surface, media))).url;
}

/** Images, video and audio of our own gateway are shown by URL, without loading them completely first. */
function isPlayable(surface: Surface, url: string, contentType: string): boolean {
  return isHeldBy(surface, url) && ['image', 'video', 'audio'].includes(mediaKind(contentType));
}

/** Returns the served type, unless it is inconclusive. */
function betterType(served: string, stated: string): string {
  return /^(?:application|binary)\/octet-stream/.test(served) && !stated.endsWith('/*') && stated ? stated : served;
}

function problemText(error: Error): string {
  if (!isApiError(error)) return t('Its bytes could not be read.');
  if (error.status === 405 || error.status === 501) return t('This server does not fetch provider files.');
  return `${error.message.replace(/\.?$/, '.')} ${t('Provider links expire, and some work only for the client that made the call.')}`;
}
