import { newRaster, type Raster } from './raster';

/** Splits samples into RGB and the last channel. With fewer than three channels, the first is gray. */
export function splitAlpha(from: ArrayLike<number>, channels: number, color: Uint8Array, alpha: Uint8Array): void {
  const isGray = channels < 3;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const at = pixel * channels;
    color[pixel * 3] = from[at];
    color[pixel * 3 + 1] = from[isGray ? at : at + 1];
    color[pixel * 3 + 2] = from[isGray ? at : at + 2];
    alpha[pixel] = from[at + channels - 1];
  }
}

/** Converts to opaque RGBA for a canvas. Masks become gray. */
export function fillRgba({ width, height, channels, data }: Raster, into: Uint8ClampedArray): void {
  const isGray = channels === 1;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = pixel * channels;
    const to = pixel * 4;
    into[to] = data[from];
    into[to + 1] = data[isGray ? from : from + 1];
    into[to + 2] = data[isGray ? from : from + 2];
    into[to + 3] = 255;
  }
}

export function pickChannel(frame: Raster, channel: number): Raster {
  const out = newRaster(frame.width, frame.height, 1);
  for (let pixel = 0; pixel < out.data.length; pixel += 1) {
    out.data[pixel] = frame.data[pixel * frame.channels + channel];
  }
  return out;
}

/** @param color `0xRRGGBB` */
export function plainFrame(width: number, height: number, color: number): Raster {
  const frame = newRaster(width, height, 3);
  const bytes = [color >> 16, (color >> 8) & 255, color & 255];
  for (let index = 0; index < frame.data.length; index += 1) frame.data[index] = bytes[index % 3];
  return frame;
}
