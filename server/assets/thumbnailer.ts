/** Small pictures as a port: a process of its own in Node, so that the gateway never loads an image library. */
export interface Thumbnailer {
  /** WebP whose longest side is at most `side` pixels; null when the bytes are no picture that it can read. */
  thumbnail(path: string, side: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
