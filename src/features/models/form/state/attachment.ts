import type { FileDetails } from '@/lib/files/file-details';
import type { Frame } from '@/shared/image-editor/orientation';
import type { MediaEncoding } from '../../schema/field';

/** A file that became a value of the body; looked up by that value. */
export interface Attachment extends FileDetails {
  way: MediaEncoding;
  edit?: MediaEdit;
}

/** How an image was edited here, to continue. */
export interface MediaEdit {
  /** Value of the edited image; of a mask, that of the image under it. */
  source: string;
  frame: Frame;
  /** Packed mask; `null` if nothing is painted. */
  mask: Blob | null;
}
