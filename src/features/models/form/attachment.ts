import type { MediaWay } from '../schema/field';

/** A file that became a value of the body. The value itself is the key it is found by. */
export interface Attachment {
  name: string;
  contentType: string;
  sizeBytes: number;
  way: MediaWay;
  width: number | null;
  height: number | null;
  thumbnail: Blob | null;
}
