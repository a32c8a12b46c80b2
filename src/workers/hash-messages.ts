/** To the hash worker: one file per worker. Ending the worker cancels. */
export interface HashRequest {
  file: Blob;
}

export type HashReply =
  | { kind: 'progress'; bytes: number }
  /** 64 hex digits, blake3. */
  | { kind: 'done'; digest: string }
  /** The browser could not read on: the file was moved, changed or is not readable. */
  | { kind: 'failed'; message: string };
