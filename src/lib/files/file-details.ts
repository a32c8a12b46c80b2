/** Details of a file added to a field. */
export interface FileDetails {
  name: string;
  contentType: string;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  /** Made in this browser. */
  thumbnail: Blob | null;
}
