import type { FileDetails } from '@/lib/files/file-details';
import type { MediaEncoding } from '../../schema/field';

/** A file that became a value of the body; looked up by that value. */
export interface Attachment extends FileDetails {
  way: MediaEncoding;
}
