import type { Frame } from './orientation';
import type { Mask } from './pixels/mask';
import type { MaskOutput } from './pixels/pack-mask';

export type ImageEditRequest =
  /** @param mask of an earlier edit, as `saved` returned it; it replaces the one in the image */
  | { kind: 'open'; file: Blob; mask: Blob | null }
  /** @param output `image`: the image, with the mask as its transparency; otherwise the mask itself */
  | { kind: 'save'; image: ImageBitmap; mask: Mask | null; frame: Frame; output: 'image' | MaskOutput };

export type ImageEditReply =
  /** The image without transparency, and its transparency as a mask. */
  | { kind: 'opened'; image: ImageBitmap; mask: Mask | null }
  /** @param mask the whole mask, packed, to continue later; `null` if there was none */
  | { kind: 'saved'; file: Blob; mask: Blob | null }
  | { kind: 'failed'; message: string };
