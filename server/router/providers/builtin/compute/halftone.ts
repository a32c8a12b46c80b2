import { paint } from '../../../../engines/embedded/kernels/quantize';
import { finish, type Raster } from '../../../../engines/embedded/kernels/raster';
import type { HalftoneInput } from '../models/halftone';
import { rgbOf, type Rgb } from './colors';
import type { Computation } from './computation';
import { encodeImage, shrink } from './images';
import { cubeOf, printDots, printMosaic, rampOf, toned } from './printing';
import { readImage } from './read-image';

const PAPER: Rgb = [255, 255, 255];

export const computeHalftone: Computation<HalftoneInput> = async (input, images) => {
  const files = [];
  const sizes: string[] = [];
  for (const [index, bytes] of images.entries()) {
    const { raster } = await readImage(bytes, index);
    const printed = print(await shrink(raster, input.max_side), input);
    files.push(await encodeImage(printed, input.output_format, input.output_compression));
    sizes.push(`${printed.width}x${printed.height}`);
  }
  return { facts: { sizes }, files };
};

function print(image: Raster, { style, inks }: HalftoneInput): Raster {
  const two = inks ? { ink: rgbOf(inks.ink), paper: rgbOf(inks.paper) } : null;
  const paper = two?.paper ?? PAPER;
  switch (style.kind) {
    case 'dots':
      return printDots(image, style, two?.ink ?? null, paper);
    case 'mosaic':
      return printMosaic(two ? toned(image, two.ink, two.paper) : image, style, paper);
    case 'dither':
      if (two)
        return finish(paint(toned(image, two.ink, two.paper), rampOf(two.ink, two.paper, style.levels), style.method));
      return finish(paint(image, cubeOf(style.levels), style.method));
  }
}
