import { paint } from '../../../../engines/embedded/kernels/quantize';
import { finish, type Raster } from '../../../../engines/embedded/kernels/raster';
import type { HalftoneInput } from '../models/halftone';
import { luminanceOf, rgbOf, type Rgb } from './colors';
import type { Computation } from './computation';
import { encodeImage, shrink } from './images';
import { readPicture } from './read-image';
import { printDots, printMosaic } from './printing';

const PAPER: Rgb = [255, 255, 255];

export const computeHalftone: Computation<HalftoneInput> = async (input, pictures) => {
  const files = [];
  const sizes: string[] = [];
  for (const [index, bytes] of pictures.entries()) {
    const { raster } = await readPicture(bytes, index);
    const printed = print(await shrink(raster, input.max_side), input);
    files.push(await encodeImage(printed, input.output_format, input.output_compression));
    sizes.push(`${printed.width}x${printed.height}`);
  }
  return { facts: { sizes }, files };
};

function print(picture: Raster, { style, inks }: HalftoneInput): Raster {
  const two = inks ? { ink: rgbOf(inks.ink), paper: rgbOf(inks.paper) } : null;
  const paper = two?.paper ?? PAPER;
  switch (style.kind) {
    case 'dots':
      return printDots(picture, style, two?.ink ?? null, paper);
    case 'mosaic':
      return printMosaic(two ? toned(picture, two.ink, two.paper) : picture, style, paper);
    case 'dither':
      if (two)
        return finish(
          paint(toned(picture, two.ink, two.paper), rampOf(two.ink, two.paper, style.levels), style.method),
        );
      return finish(paint(picture, cubeOf(style.levels), style.method));
  }
}

/** Every pixel on the line between the two inks. */
function toned(picture: Raster, ink: Rgb, paper: Rgb): Raster {
  const data = new Uint8Array(picture.data.length);
  for (let at = 0; at < data.length; at += 3) {
    const light =
      luminanceOf(picture.data[at] as number, picture.data[at + 1] as number, picture.data[at + 2] as number) / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = Math.round((ink[channel] as number) * (1 - light) + (paper[channel] as number) * light);
    }
  }
  return { ...picture, data };
}

function rampOf(ink: Rgb, paper: Rgb, levels: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: levels }, (_, level) => level / (levels - 1)).flatMap((share) =>
      ink.map((value, channel) => Math.round(value + ((paper[channel] as number) - value) * share)),
    ),
  );
}

/** All colours with this many tones of each channel. */
function cubeOf(levels: number): Uint8Array {
  const tones = Array.from({ length: levels }, (_, level) => Math.round((255 * level) / (levels - 1)));
  return Uint8Array.from(tones.flatMap((red) => tones.flatMap((green) => tones.flatMap((blue) => [red, green, blue]))));
}
