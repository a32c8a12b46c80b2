/**
 * Multipart bodies as a port: busboy in Node, where files may be gigabytes, `Request.formData` in the browser.
 * Text parts are handed over before the file is read, since they stand before it (rule J-4.94).
 */
export interface MultipartUpload {
  /** Text parts by name, in order; at most 64 parts of at most 64 KiB each. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The `file` part; null when the body ends without one. */
  file: { name: string | null; content: AsyncIterable<Uint8Array> } | null;
  /** Text parts that followed the file, under the same limits; known once the file was read. */
  lateFields(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** To be called when the file is not read: the connection must not wait for a reader that never comes. */
  abandon(): void;
}

export const MAX_TEXT_PARTS = 64;
export const MAX_TEXT_PART_BYTES = 64 * 1024;

/** @throws MultipartBroken when the body is no multipart form, breaks a limit, or ends in its middle. */
export type MultipartReader = (request: Request) => Promise<MultipartUpload>;

export class MultipartBroken extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MultipartBroken';
  }
}
