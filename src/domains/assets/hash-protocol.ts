/** Request to the hash worker: one file per worker. Terminating the worker cancels it. */
export interface HashRequest {
  file: Blob;
  /** `false` disables vector instructions; for tests and benches. */
  simd?: boolean;
}

export type HashReply =
  | { kind: 'progress'; bytes: number }
  /** 64 hex digits, blake3. */
  | { kind: 'done'; digest: string }
  /** The browser could not read the file: it was moved or changed, or is not readable. */
  | { kind: 'failed'; message: string };
