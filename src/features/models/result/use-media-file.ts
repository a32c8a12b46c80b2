import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { fetchResult, isHeldBy } from '@/api/models/fetch-result';
import type { Surface } from '@/api/surface';
import { useBlobUrl } from '@/lib/use-blob-url';
import type { AnswerMedia } from './answer-media';
import { mediaKind } from './media-file';
import { sniffFile, SNIFF_BYTES } from './sniff-bytes';

/** Bytes of a film that nobody looks at any more are let go soon. */
const KEEP_MS = 60_000;

export interface MediaFile {
  /** That this page may load; null while it is on its way. */
  url: string | null;
  /** As far as known now; sniffed where the answer named none. */
  contentType: string;
  /** Null where the page loads by address and holds no bytes. */
  sizeBytes: number | null;
  /** In words for people; null while all is well. */
  problem: string | null;
  retry: () => void;
}

/** A file of an answer as something that can be shown: by its address where the page may load it, else by its bytes. */
export function useMediaFile(surface: Surface, media: AnswerMedia): MediaFile {
  const { source } = media;
  const link = source.kind === 'link' ? source.url : null;
  // A picture, film or sound of our own gateway plays by its address, without being loaded whole.
  const isPlayable = ['picture', 'video', 'audio'].includes(mediaKind(media.contentType));
  const isDirect = link !== null && isHeldBy(surface, link) && isPlayable && surface.baseUrl === location.origin;
  const fetched = useQuery({ ...mediaBytesQuery(surface, media), enabled: !isDirect });
  const blob = fetched.data ?? null;
  const blobUrl = useBlobUrl(blob);
  return {
    url: isDirect ? link : blobUrl,
    contentType: isDirect ? media.contentType : (blob?.type ?? media.contentType),
    sizeBytes: blob?.size ?? null,
    problem: fetched.error ? problemWords(fetched.error) : null,
    retry: () => void fetched.refetch(),
  };
}

/** The bytes of a file of an answer, typed by what they are. */
export function mediaBytesQuery(surface: Surface, { source, contentType }: AnswerMedia) {
  const isLink = source.kind === 'link';
  return {
    queryKey: [surface.id, 'model-media', isLink ? source.url : blobId(source.blob)] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const blob = isLink ? await fetchResult(surface, source.url, signal) : source.blob;
      return typed(blob, contentType);
    },
    staleTime: Infinity,
    gcTime: isLink ? KEEP_MS : 0,
    retry: false,
  };
}

const ids = new WeakMap<Blob, string>();

/** Bytes have no name of their own. */
function blobId(blob: Blob): string {
  const id = ids.get(blob) ?? crypto.randomUUID();
  ids.set(blob, id);
  return id;
}

/** The first bytes are believed most, then what the file came with, then what the answer said. */
async function typed(blob: Blob, stated: string): Promise<Blob> {
  const head = new Uint8Array(await blob.slice(0, SNIFF_BYTES).arrayBuffer());
  const served = /^(?:application|binary)\/octet-stream/.test(blob.type) ? '' : blob.type;
  const named = stated.endsWith('/*') ? '' : stated;
  const type = sniffFile(head) ?? (served || named || 'application/octet-stream');
  return type === blob.type ? blob : blob.slice(0, blob.size, type);
}

function problemWords(error: Error): string {
  if (!isApiError(error)) return 'Its bytes could not be read.';
  if (error.status === 404 || error.status === 410 || error.status === 403) {
    return 'The address no longer gives the file: it may have expired.';
  }
  if (error.status === 405 || error.status === 501) return 'This surface does not fetch files of providers.';
  return error.message;
}
