/** Pixels row by row, one byte a sample. Pictures have three channels (red, green, blue), masks one. */
export interface Raster {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/**
 * A computation that stops for breath after every few rows, so that its process can hear a cancellation. The number
 * is the share that is done.
 */
export type Work<T> = Generator<number, T>;

/** Rows between two breaths: some 64,000 samples, a millisecond or two. */
export function rowsPerBreath(samplesPerRow: number): number {
  return Math.max(1, Math.floor(65_536 / Math.max(1, samplesPerRow)));
}

/** Runs a computation to its end without a pause. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function newRaster(width: number, height: number, channels: number): Raster {
  return { width, height, channels, data: new Uint8Array(width * height * channels) };
}

/** 0 to 255, rounded; ComfyUI cuts off where it saves, so results differ by at most 1. */
export function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

/** Python's `round`: halves go to the even neighbour. Sizes that ComfyUI computes depend on it. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
