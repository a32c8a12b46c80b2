import type { Output } from '@contract/jobs/schemas';
import type { MediaKind } from '@contract/workflow/node-definitions';
import type { Surface } from '@/api/surface';

/** A file stored on a surface: an output or an upload. */
export type HeldFile = Pick<
  Output,
  'id' | 'hash' | 'name' | 'content_type' | 'size_bytes' | 'url' | 'url_expires_at' | 'job_id'
> & {
  /** Parts of download names, as far as they are known. */
  node_id?: string | undefined;
  /** Title of the job that produced it. */
  job_title?: string | undefined;
  /** Creation time as an ISO date. */
  made_at?: string | undefined;
};

export interface InputRequest {
  surface: Surface;
  file: HeldFile;
  media: MediaKind;
}

/** Returns the first file that an input accepts, preferably an image; `null` if there is none. */
export function findInputFile<File extends HeldFile>(
  files: readonly File[] = [],
): { file: File; media: MediaKind } | null {
  const found = files.flatMap((file) => {
    const media = inputMedia(file.content_type);
    return media ? [{ file, media }] : [];
  });
  return found.find(({ media }) => media === 'image') ?? found[0] ?? null;
}

/** Returns the kind of input that accepts such a file; `null` if none does. No loader node reads SVG. */
export function inputMedia(contentType: string): MediaKind | null {
  const [kind] = contentType.toLowerCase().split('/');
  if (contentType.toLowerCase().startsWith('image/svg')) return null;
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null;
}
