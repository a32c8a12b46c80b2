/**
 * Port for multipart bodies: busboy in Node, where files can have gigabytes, and `Request.formData` in the browser.
 * Text parts precede the file (rule J-4.94), so they are available before it is read.
 */
export interface MultipartUpload {
  /** Text parts by name, in order; at most 64 parts of at most 64 KiB each. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The `file` part; `null` if the body has none. */
  file: { name: string | null; content: AsyncIterable<Uint8Array> } | null;
  /** Text parts after the file, under the same limits; available once the file is read. */
  lateFields(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Call it if the file is not read, so that the connection does not wait for a reader. */
  abandon(): void;
}

export const MAX_TEXT_PARTS = 64;
export const MAX_TEXT_PART_BYTES = 64 * 1024;

/** @throws MultipartBroken if the body is not a multipart form, exceeds a limit or is truncated. */
export type MultipartReader = (request: Request) => Promise<MultipartUpload>;

export class MultipartBroken extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MultipartBroken';
  }
}
