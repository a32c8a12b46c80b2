import type { Frame } from './orientation';
import type { Mask } from './pixels/mask';

export type ImageEditRequest =
  /** @param mask of an earlier edit, as `saved` returned it; it replaces the one in the image */
  | { kind: 'open'; file: Blob; mask: Blob | null }
  | { kind: 'save'; image: ImageBitmap; mask: Mask | null; frame: Frame };

export type ImageEditReply =
  /** The image without transparency, and its transparency as a mask. */
  | { kind: 'opened'; image: ImageBitmap; mask: Mask | null }
  /** @param mask the whole mask, packed, to continue later; `null` if there was none */
  | { kind: 'saved'; file: Blob; mask: Blob | null }
  | { kind: 'failed'; message: string };
