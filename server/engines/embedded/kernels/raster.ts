/** Pixels in row order, one byte per sample. Images have three channels (red, green, blue), masks one. */
export interface Raster {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/**
 * Computation that yields after every few rows, so that its process can handle a cancellation. The yielded number is the
 * completed share.
 */
export type Work<T> = Generator<number, T>;

/** Returns the rows between two yields: about 64,000 samples, 1 or 2 ms. */
export function rowsPerYield(samplesPerRow: number): number {
  return Math.max(1, Math.floor(65_536 / Math.max(1, samplesPerRow)));
}

/** Runs a computation to its end without pauses. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function newRaster(width: number, height: number, channels: number): Raster {
  return { width, height, channels, data: new Uint8Array(width * height * channels) };
}

/** Rounds and clamps to 0 to 255. ComfyUI truncates on saving, so results differ by at most 1. */
export function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** Python's `round`: halves are rounded to even. ComfyUI's size calculations depend on it. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
