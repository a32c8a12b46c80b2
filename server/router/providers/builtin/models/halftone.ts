import { z } from 'zod/mini';
import { toBase64 } from '../../../../to-base64';
import { COMPUTES_HERE, defineModel, type ImageInput } from '../builtin-model';
import { choice, Color, described, flag, integer, picture, IMAGE_SOURCES, wholeChoice } from '../fields';
import { imageFormat } from '../hosted-image';
import { EXAMPLE_IMAGE } from './example-image';

const Style = z.discriminatedUnion('kind', [
  described(
    z.object({
      kind: z.literal('dots'),
      cell: integer({ least: 4, most: 48, default: 8, description: 'Distance of the dots in pixels.' }),
      angle: integer({ least: 0, most: 90, default: 45, description: 'Rotation of the grid in degrees.' }),
      shape: choice(['round', 'square', 'line'], { description: 'Shape printed in each cell.' }),
    }),
    { id: 'Dots', title: 'Dots', description: 'Newspaper screen: dark areas have larger dots.' },
  ),
  described(
    z.object({
      kind: z.literal('dither'),
      method: choice(['floyd-steinberg', 'bayer-4', 'bayer-8'], { description: 'Distribution of the error.' }),
      levels: integer({ least: 2, most: 6, default: 2, description: 'Tones per channel.' }),
    }),
    { id: 'Dither', title: 'Dither', description: 'Few tones with dithering.' },
  ),
  described(
    z.object({
      kind: z.literal('mosaic'),
      tile: integer({ least: 4, most: 96, default: 16, description: 'Side of a tile in pixels.' }),
      grout: flag({ default: true, description: 'Leaves gaps between the tiles.' }),
    }),
    { id: 'Mosaic', title: 'Mosaic', description: 'Tiles in the mean color of the covered area.' },
  ),
]);

const Inks = described(z.object({ ink: Color, paper: Color }), {
  title: 'Two inks',
  description: 'Print in one color on another.',
});

export const HalftoneInput = z.object({
  image: described(
    z.union([
      picture({ description: `One image: ${IMAGE_SOURCES}.` }),
      z.array(picture({ description: 'An image.' })).check(z.minLength(1), z.maxLength(8)),
    ]),
    { description: `The image to print, or up to eight of them: ${IMAGE_SOURCES}.` },
  ),
  style: described(z._default(Style, { kind: 'dots', cell: 8, angle: 45, shape: 'round' }), {
    description: 'How the image is printed.',
  }),
  inks: described(z.optional(z.nullable(Inks)), { description: 'Null or absent: the colors of the image.' }),
  max_side: wholeChoice([512, 1024, 1536, 2048], {
    default: 1024,
    description: 'Larger images are shrunk to this many pixels.',
  }),
  output_format: imageFormat(),
  output_compression: described(z.optional(z.int().check(z.gte(1), z.lte(100))), {
    description: 'Quality of JPEG and WebP in percent; ignored for PNG.',
  }),
});
export type HalftoneInput = z.output<typeof HalftoneInput>;

/** Metadata that the computation returns. */
const Details = z.object({ sizes: z.array(z.string()) });

const Printed = z.object({
  created: described(z.int(), { description: 'Seconds since 1970.' }),
  data: z.array(
    z.object({
      b64_json: described(z.string(), { description: 'The image as base64.', format: 'byte' }),
      size: described(z.string(), { description: 'Width and height, such as `1024x768`.' }),
    }),
  ),
  output_format: z.string(),
  usage: described(z.object({ total_tokens: z.int() }), { description: 'Always 0: it was computed on this machine.' }),
});

/** Image to image with inline results, like OpenAI's image models. */
export const halftone = defineModel({
  model: 'halftone',
  title: 'Halftone',
  description: `Prints an image as newspaper dots, as a dither of few tones or as a mosaic, in its own colors or in two inks. ${COMPUTES_HERE} Returns the result inline as base64; nothing is stored.`,
  inputModalities: ['image'],
  outputModalities: ['image'],
  input: HalftoneInput,
  example: {
    image: EXAMPLE_IMAGE,
    style: { kind: 'dots', cell: 8, angle: 45 },
    inks: { ink: '#1d2b53', paper: '#fff1e8' },
  },
  output: {
    contentType: 'application/json',
    schema: Printed,
    example: {
      created: 1_769_913_601,
      data: [{ b64_json: 'iVBORw0KGgo=', size: '1024x683' }],
      output_format: 'png',
      usage: { total_tokens: 0 },
    },
  },
  pace: 'quick',
  pictures: ({ image }): ImageInput[] =>
    typeof image === 'string'
      ? [{ loc: ['body', 'image'], source: image }]
      : image.map((source, index) => ({ loc: ['body', 'image', index], source })),
  async respond(input, { files, facts: details }, { endedAt: finishedAt }) {
    const { sizes } = z.parse(Details, details);
    const json: z.output<typeof Printed> = {
      created: Math.floor(finishedAt / 1000),
      data: files.map(({ bytes }, index) => ({
        b64_json: toBase64(bytes),
        size: sizes[index] ?? '',
      })),
      output_format: input.output_format,
      usage: { total_tokens: 0 },
    };
    return { json };
  },
});
