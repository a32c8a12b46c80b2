import type { ListedAsset } from '@contract/console/schemas';
import { uploadAsset } from '@/domains/assets/asset-upload';
import { fetchContent } from '@/api/fetch-content';
import { contentTypeOf } from '@/lib/files/file-type';
import { call } from '@/api/client';
import { thumbnailUrl, THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { readBase64 } from '@/lib/files/read-base64';
import { t } from '@/lib/i18n/messages';
import { makeThumbnail } from '@/shared/files/make-thumbnail';
import type { MediaField, MediaEncoding } from '../../schema/field';
import type { Attachment } from '../state/attachment';
import { tooLarge, encodingFor, wrongTypeMessage } from './media-value';

/** Result of attaching a file: the value for the body with the file details, or the reason why the file is rejected. */
export type AttachResult = { value: string; attachment: Attachment } | { problem: string } | null;

export interface AttachTarget {
  field: MediaField;
  surface: Surface;
  signal: AbortSignal;
}

/**
 * Attaches a local file in the encoding of the field. Resolves to `null` if it was not transferred. @param uploadId id
 * for the upload progress
 */
export async function attachFile(
  file: File,
  { field, surface, signal }: AttachTarget,
  uploadId: string,
): Promise<AttachResult> {
  const contentType = contentTypeOf(file);
  const mismatch = wrongTypeMessage(field, { name: file.name, contentType });
  if (mismatch !== null) return { problem: mismatch };
  const way = encodingFor(field, file.size, contentType, isLoopback(surface));
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
    return { problem: t('{name} cannot be read. It may have been moved or changed.', { name: file.name }) };
  }
}

/** Attaches an asset of the surface. */
export async function attachAsset(asset: ListedAsset, { field, surface, signal }: AttachTarget): Promise<AttachResult> {
  const name = asset.file_path?.split('/').at(-1) ?? asset.id;
  const { content_type: contentType, size_bytes: sizeBytes } = asset;
  const mismatch = wrongTypeMessage(field, { name, contentType });
  if (mismatch !== null) return { problem: `${name}: ${mismatch}` };
  const way = encodingFor(field, sizeBytes, contentType, isLoopback(surface));
  if (way === null) return { problem: tooLarge(field, sizeBytes) };
  try {
    // Its URL may have expired since the list was fetched.
    const { url } = (await call(surface, 'getAsset', { params: { id: asset.id }, signal })).body;
    const [value, thumbnail] = await Promise.all([
      way === 'url' ? url : encodeFile(await blobAt(surface, url, signal), contentType, way),
      field.media === 'image' ? blobAt(surface, thumbnailUrl(surface, url, THUMB_NODE), signal) : null,
    ]);
    return { value, attachment: { name, contentType, sizeBytes, way, width: null, height: null, thumbnail } };
  } catch {
    return signal.aborted ? null : { problem: t('Could not load {name} from the server.', { name }) };
  }
}

async function blobAt(surface: Surface, url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetchContent(surface, url, { signal });
  if (!response.ok) throw new Error(t('The server responded with {status}', { status: response.status }));
  return response.blob();
}

function isLoopback({ baseUrl, remote }: Surface): boolean {
  // Without a Job API, uploads are impossible, and the URLs of a relayed one lead through this machine.
  return baseUrl === null || remote !== undefined || /^(?:localhost|127\.|\[::1\])/.test(new URL(baseUrl).hostname);
}

/** Encodes a file as text for the body. */
async function encodeFile(file: Blob, contentType: string, way: Exclude<MediaEncoding, 'url'>): Promise<string> {
  const data = await readBase64(file);
  return way === 'base64' ? data : `data:${contentType};base64,${data}`;
}
