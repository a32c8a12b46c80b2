/** Port for thumbnails: a dedicated process in Node, so that the gateway never loads an image library. */
export interface Thumbnailer {
  /** WebP whose longest side is at most `side` pixels; `null` if the bytes are not a readable image. */
  thumbnail(path: string, side: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A fixed list of sizes, so that clients cannot fill the disk with thousands of variants of one image. */
const SIDES_PX = [64, 128, 256, 512, 1024] as const;

/** Returns the smallest available size that is at least the requested one; `null` if the request is not a number. */
export function thumbnailSide(request: string | null): number | null {
  if (request === null || !/^\d{1,5}$/.test(request)) return null;
  return SIDES_PX.find((side) => side >= Number(request)) ?? 1024;
}
