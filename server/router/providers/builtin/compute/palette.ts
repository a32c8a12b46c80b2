import { crop } from '../../../../engines/embedded/kernels/geometry';
import { choosePalette, nearestIndex } from '../../../../engines/embedded/kernels/palette';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import type { PaletteInput, PaletteOutput } from '../models/palette';
import { hexOf, luminanceOf, rgbOf, type Rgb } from './colors';
import { ImageRejected, type Computation } from './computation';
import { measureTone } from './measure-tone';
import { formatOf, shrink } from './images';
import { readPicture } from './read-image';

/** Shares and means are the same on a smaller copy, to the third digit; sharpness is always measured on this size. */
const MEASURED_SIDE = 1024;

export const computePalette: Computation<PaletteInput> = async (input, [bytes]) => {
  if (!bytes) throw new Error('No image came');
  const { raster, hasAlpha } = await readPicture(bytes, 0);
  const picture = input.region ? cut(raster, input.region) : raster;
  const small = await shrink(picture, MEASURED_SIDE);
  const facts: PaletteOutput = {
    width: raster.width,
    height: raster.height,
    format: await formatOf(bytes),
    has_alpha: hasAlpha,
    colors: colorsOf(small, input),
    ...measureTone(small),
    histogram: input.histogram ? countValues(picture, input.histogram) : null,
  };
  return { facts, files: [] };
};

function cut(raster: Raster, { left, top, width, height }: NonNullable<PaletteInput['region']>): Raster {
  if (left + width > raster.width || top + height > raster.height) {
    throw new ImageRejected(
      0,
      `The region does not lie within the image, which has ${raster.width} × ${raster.height} pixels`,
    );
  }
  return crop(raster, width, height, left, top);
}

function colorsOf(picture: Raster, { colors, names }: PaletteInput): PaletteOutput['colors'] {
  const palette = choosePalette(picture, colors);
  const counts = new Float64Array(palette.length / 3);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 3) {
    const index = nearestIndex(palette, data[at] as number, data[at + 1] as number, data[at + 2] as number);
    counts[index] = (counts[index] as number) + 1;
  }
  const named = Object.entries(names ?? {}).map(([name, hex]) => ({ name, rgb: rgbOf(hex) }));
  return [...counts.entries()]
    .sort(([, a], [, b]) => b - a)
    .map(([index, count]) => {
      const rgb = [...palette.subarray(index * 3, index * 3 + 3)] as unknown as Rgb;
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

function countValues(
  { data }: Raster,
  { bins, channels }: NonNullable<PaletteInput['histogram']>,
): NonNullable<PaletteOutput['histogram']> {
  const valueOf = {
    red: (at: number) => data[at] as number,
    green: (at: number) => data[at + 1] as number,
    blue: (at: number) => data[at + 2] as number,
    luminance: (at: number) => luminanceOf(data[at] as number, data[at + 1] as number, data[at + 2] as number),
  };
  return Object.fromEntries(
    channels.map((channel) => {
      const counts = Array.from({ length: bins }, () => 0);
      for (let at = 0; at < data.length; at += 3) {
        const bin = Math.min(bins - 1, Math.floor((valueOf[channel](at) * bins) / 256));
        counts[bin] = (counts[bin] as number) + 1;
      }
      return [channel, counts];
    }),
  );
}

/** Degrees, then saturation and lightness from 0 to 1. */
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
