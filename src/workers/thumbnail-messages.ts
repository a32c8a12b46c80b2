export interface ThumbnailRequest {
  file: Blob;
  /** Longest side of the small picture, in pixels. */
  maxSide: number;
}

export interface ThumbnailReply {
  /** As shown, EXIF orientation applied; null where the bytes are no picture that this browser knows. */
  width: number | null;
  height: number | null;
  /** Null where there is none to make: no picture, or too large to decode. */
  thumbnail: Blob | null;
}
