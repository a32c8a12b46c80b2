export interface ThumbnailRequest {
  file: Blob;
  /** Longest side of the thumbnail, in pixels. */
  maxSide: number;
}

export interface ThumbnailReply {
  /** Displayed width, after EXIF orientation; `null` if the browser cannot decode the file. */
  width: number | null;
  height: number | null;
  /** `null` if there is no thumbnail: the file is not an image, or is too large to decode. */
  thumbnail: Blob | null;
}
