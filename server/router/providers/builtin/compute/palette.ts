import { crop } from '../../../../engines/embedded/kernels/geometry';
import type { Raster } from '../../../../engines/embedded/kernels/raster';
import type { PaletteInput, PaletteOutput } from '../models/palette';
import { colorsOf, countValues } from './color-counts';
import { ImageRejected, type Computation } from './computation';
import { measureTone } from './measure-tone';
import { formatOf, shrink } from './images';
import { readImage } from './read-image';

/** Side of the measured copy. Shares and means equal those of the original to three digits; sharpness refers to this size. */
const MEASURED_SIDE = 1024;

export const computePalette: Computation<PaletteInput> = async (input, [bytes]) => {
  if (!bytes) throw new Error('No image came');
  const { raster, hasAlpha } = await readImage(bytes, 0);
  const image = input.region ? cut(raster, input.region) : raster;
  const small = await shrink(image, MEASURED_SIDE);
  const details: PaletteOutput = {
    width: raster.width,
    height: raster.height,
    format: await formatOf(bytes),
    has_alpha: hasAlpha,
    colors: colorsOf(small, input.colors, input.names ?? {}),
    ...measureTone(small),
    histogram: input.histogram ? countValues(image, input.histogram.bins, input.histogram.channels) : null,
  };
  return { facts: details, files: [] };
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
