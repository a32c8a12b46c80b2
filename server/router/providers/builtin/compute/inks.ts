import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { luminanceOf, type Rgb } from './colors';

/** Maps the luminance of each pixel to a mix of ink and paper. */
export function toned(image: Raster, ink: Rgb, paper: Rgb): Raster {
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3) {
    const light = luminanceOf(image.data[at], image.data[at + 1], image.data[at + 2]) / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = Math.round(ink[channel] * (1 - light) + paper[channel] * light);
    }
  }
  return { ...image, data };
}

export function rampOf(ink: Rgb, paper: Rgb, levels: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: levels }, (_, level) => level / (levels - 1)).flatMap((share) =>
      ink.map((value, channel) => Math.round(value + (paper[channel] - value) * share)),
    ),
  );
}

/** Returns all colors with `levels` tones per channel. */
export function cubeOf(levels: number): Uint8Array {
  const tones = Array.from({ length: levels }, (_, level) => Math.round((255 * level) / (levels - 1)));
  return Uint8Array.from(tones.flatMap((red) => tones.flatMap((green) => tones.flatMap((blue) => [red, green, blue]))));
}
