import { isPicture } from '@/api/jobs/thumbnail-url';
import type { Preview } from '@/api/live/overlay';

/** The bytes of a preview; null for what is no picture or no base64. */
export function previewBlob(preview: Pick<Preview, 'content_type' | 'data_base64'>): Blob | null {
  if (!isPicture(preview)) return null;
  try {
    const bytes = Uint8Array.from(atob(preview.data_base64), (character) => character.charCodeAt(0));
    return new Blob([bytes], { type: preview.content_type });
  } catch {
    return null;
  }
}
