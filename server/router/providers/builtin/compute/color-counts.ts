import { choosePalette, nearestIndex } from '../../../../engines/embedded/kernels/palette';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import { hexOf, luminanceOf, rgbOf, type Rgb } from './colors';

interface FoundColor {
  hex: string;
  rgb: number[];
  hsl: number[];
  share: number;
  name: string | null;
}

/** Returns the main colors of an image, most frequent first. @param names colors by name, as `#rrggbb` */
export function colorsOf(image: Raster, count: number, names: Readonly<Record<string, string>>): FoundColor[] {
  const palette = choosePalette(image, count);
  const counts = new Float64Array(palette.length / 3);
  const { data } = image;
  for (let at = 0; at < data.length; at += 3) {
    const index = nearestIndex(palette, data[at], data[at + 1], data[at + 2]);
    counts[index] = counts[index] + 1;
  }
  const named = Object.entries(names).map(([name, hex]) => ({ name, rgb: rgbOf(hex) }));
  return [...counts.entries()]
    .sort(([, a], [, b]) => b - a)
    .map(([index, count]) => {
      const rgb: Rgb = [palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2]];
      return {
        hex: hexOf(rgb),
        rgb: [...rgb],
        hsl: hslOf(rgb),
        share: rounded(count / (data.length / 3)),
        name: nearestName(named, rgb),
      };
    });
}

function nearestName(named: readonly { name: string; rgb: Rgb }[], [red, green, blue]: Rgb): string | null {
  const index = nearestIndex(
    named.flatMap(({ rgb }) => [...rgb]),
    red,
    green,
    blue,
  );
  return named[index]?.name ?? null;
}

/** Computes the histogram of the pixel values. */
export function countValues(
  { data }: Raster,
  bins: number,
  channels: readonly ('red' | 'green' | 'blue' | 'luminance')[],
): Record<string, number[]> {
  const valueOf = {
    red: (at: number) => data[at],
    green: (at: number) => data[at + 1],
    blue: (at: number) => data[at + 2],
    luminance: (at: number) => luminanceOf(data[at], data[at + 1], data[at + 2]),
  };
  return Object.fromEntries(
    channels.map((channel) => {
      const counts = Array.from({ length: bins }, () => 0);
      for (let at = 0; at < data.length; at += 3) {
        const bin = Math.min(bins - 1, Math.floor((valueOf[channel](at) * bins) / 256));
        counts[bin] = counts[bin] + 1;
      }
      return [channel, counts];
    }),
  );
}

/** Returns hue in degrees, then saturation and lightness from 0 to 1. */
function hslOf([red, green, blue]: Rgb): number[] {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = (most + least) / 510;
  const spread = most - least;
  if (spread === 0) return [0, 0, rounded(lightness)];
  const saturation = spread / 255 / (1 - Math.abs(2 * lightness - 1));
  const sector =
    most === red
      ? (green - blue) / spread + (green < blue ? 6 : 0)
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return [Math.round(sector * 60) % 360, rounded(saturation), rounded(lightness)];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
