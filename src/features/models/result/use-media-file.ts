import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Asset } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { isExpired } from '@/api/jobs/use-fresh-url';
import { fetchResult, isHeldBy } from '@/api/models/fetch-result';
import { useSavedResults } from '@/api/storage/saved-results';
import type { Surface } from '@/api/surface';
import { useBlobUrl } from '@/lib/use-blob-url';
import type { OutputMedia } from './output-media';
import { mediaKind } from './media-file';

export interface MediaFile {
  /** That this page may load; null while it is on its way. */
  url: string | null;
  /** As far as it is known now. */
  contentType: string;
  /** Null where it is not known. */
  sizeBytes: number | null;
  /** The asset that it is held as, for a while or for good; null where the gateway does not hold it. */
  asset: Asset | null;
  /** In words for people; null while all is well. */
  problem: string | null;
  retry: () => void;
}

/**
 * A file of an answer as something that can be shown: bytes that came with it, an address of our own gateway, or what the
 * gateway fetched for us, which it holds for a while.
 */
export function useMediaFile(surface: Surface, media: OutputMedia): MediaFile {
  const { id, source, contentType } = media;
  const isHeld = useSavedResults(({ assetIds }) => id in assetIds);
  const isDirect = source.kind === 'link' && !isHeld && isPlayable(surface, source.url, contentType);
  const held = useQuery({ ...heldFileQuery(surface, media), enabled: source.kind === 'link' && !isDirect });
  const blobUrl = useBlobUrl(source.kind === 'bytes' ? source.blob : null);
  const retry = () => void held.refetch();
  if (source.kind === 'bytes') {
    return { url: blobUrl, contentType, sizeBytes: source.blob.size, asset: null, problem: null, retry };
  }
  if (isDirect) return { url: source.url, contentType, sizeBytes: null, asset: null, problem: null, retry };
  return {
    url: held.data?.url ?? null,
    contentType: held.data ? betterType(held.data.content_type, contentType) : contentType,
    sizeBytes: held.data?.size_bytes ?? null,
    asset: held.data ?? null,
    problem: held.error ? problemWords(held.error) : null,
    retry,
  };
}

/** What a link of an answer became when the gateway fetched it to show it. Asking makes it fetch it. */
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

/** The bytes of a file of an answer. @throws ApiError, Error */
export async function mediaBytes(client: QueryClient, surface: Surface, media: OutputMedia): Promise<Blob> {
  if (media.source.kind === 'bytes') return media.source.blob;
  const response = await fetch(await heldAddress(client, surface, media), { credentials: 'omit' });
  if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
  return response.blob();
}

/** Where a file of an answer that came as a link can be loaded from by this page. @throws ApiError, Error */
export async function heldAddress(client: QueryClient, surface: Surface, media: OutputMedia): Promise<string> {
  const { source, contentType } = media;
  if (source.kind === 'link' && isPlayable(surface, source.url, contentType)) return source.url;
  return (await client.fetchQuery(heldFileQuery(surface, media))).url;
}

/** A picture, film or sound of our own gateway plays by its address, without being loaded whole. */
function isPlayable(surface: Surface, url: string, contentType: string): boolean {
  return isHeldBy(surface, url) && ['picture', 'video', 'audio'].includes(mediaKind(contentType));
}

/** What it was served as, unless that says nothing. */
function betterType(served: string, stated: string): string {
  return /^(?:application|binary)\/octet-stream/.test(served) && !stated.endsWith('/*') && stated ? stated : served;
}

function problemWords(error: Error): string {
  if (!isApiError(error)) return 'Its bytes could not be read.';
  if (error.status === 405 || error.status === 501) return 'This server does not fetch provider files.';
  return `${error.message.replace(/\.?$/, '.')} Provider links expire, and some work only for the client that made the call.`;
}
