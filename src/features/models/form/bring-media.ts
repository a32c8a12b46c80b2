import type { ListedAsset } from '@/api/assets/asset-list';
import { uploadAsset } from '@/api/assets/asset-upload';
import { fetchContent } from '@/api/assets/fetch-content';
import { contentTypeOf } from '@/api/assets/upload-form';
import { call } from '@/api/client';
import { thumbnailUrl, THUMB_NODE } from '@/api/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { makeThumbnail } from '@/shared/make-thumbnail';
import type { MediaField } from '../schema/field';
import type { Attachment } from './attachment';
import { encodeFile } from './encode-file';
import { tooLarge, wayFor, wrongKind } from './media-value';

/** What a file became: the value for the body, and what is known of it. A sentence where it cannot be taken. */
export type Brought = { value: string; attachment: Attachment } | { problem: string } | null;

export interface BringTarget {
  field: MediaField;
  surface: Surface;
  signal: AbortSignal;
}

/** A file of this device, in the way that the field wants. @param uploadId for the progress. Null where it did not arrive. */
export async function bringFile(
  file: File,
  { field, surface, signal }: BringTarget,
  uploadId: string,
): Promise<Brought> {
  const contentType = contentTypeOf(file);
  const mismatch = wrongKind(field, { name: file.name, contentType });
  if (mismatch !== null) return { problem: mismatch };
  const way = wayFor(field, file.size, contentType, isLoopback(surface));
  if (way === null) return { problem: tooLarge(field, file.size) };
  const small = makeThumbnail(file);
  try {
    const value =
      way === 'url'
        ? (await uploadAsset(surface, file, uploadId, signal))?.asset.url
        : await encodeFile(file, contentType, way);
    if (value === undefined) return null;
    return { value, attachment: { name: file.name, contentType, sizeBytes: file.size, way, ...(await small) } };
  } catch {
    return { problem: `${file.name} cannot be read. It may have been moved or changed.` };
  }
}

/** A file that the surface holds. */
export async function bringAsset(asset: ListedAsset, { field, surface, signal }: BringTarget): Promise<Brought> {
  const name = asset.file_path?.split('/').at(-1) ?? asset.id;
  const { content_type: contentType, size_bytes: sizeBytes } = asset;
  const mismatch = wrongKind(field, { name, contentType });
  if (mismatch !== null) return { problem: `${name}: ${mismatch}` };
  const way = wayFor(field, sizeBytes, contentType, isLoopback(surface));
  if (way === null) return { problem: tooLarge(field, sizeBytes) };
  try {
    // Its address may have ended since the list was read.
    const { url } = (await call(surface, 'getAsset', { params: { id: asset.id }, signal })).body;
    const [value, thumbnail] = await Promise.all([
      way === 'url' ? url : encodeFile(await blobAt(surface, url, signal), contentType, way),
      field.media === 'image' ? blobAt(surface, thumbnailUrl(surface, url, THUMB_NODE), signal) : null,
    ]);
    return { value, attachment: { name, contentType, sizeBytes, way, width: null, height: null, thumbnail } };
  } catch {
    return signal.aborted ? null : { problem: `Could not load ${name} from the server.` };
  }
}

async function blobAt(surface: Surface, url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetchContent(surface, url, { signal });
  if (!response.ok) throw new Error(`The server responded with ${response.status}`);
  return response.blob();
}

function isLoopback({ baseUrl, remote }: Surface): boolean {
  // Without a Job API there is nowhere to upload to, and the URLs of a relayed one lead through this machine.
  return baseUrl === null || remote !== undefined || /^(?:localhost|127\.|\[::1\])/.test(new URL(baseUrl).hostname);
}
