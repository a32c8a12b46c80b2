import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { Color, described, integer, picture, IMAGE_SOURCES, wholeChoice } from '../fields';
import { EXAMPLE_IMAGE } from './example-image';

const CHANNELS = ['red', 'green', 'blue', 'luminance'] as const;

const Region = described(
  z.object({
    left: z.int().check(z.gte(0)),
    top: z.int().check(z.gte(0)),
    width: z.int().check(z.gte(1)),
    height: z.int().check(z.gte(1)),
  }),
  { title: 'Region', description: 'Part of the image, in pixels of the original.' },
);

const Histogram = described(
  z.object({
    bins: wholeChoice([8, 16, 32, 64, 256], { default: 32, description: 'Number of bins.' }),
    channels: described(z._default(z.array(z.enum(CHANNELS)).check(z.minLength(1), z.maxLength(4)), [...CHANNELS]), {
      description: 'Channels to count.',
    }),
  }),
  { title: 'Histogram', description: 'Frequency of each value.' },
);

export const PaletteInput = z.object({
  image: picture({ description: `The image to measure: ${IMAGE_SOURCES}.` }),
  colors: integer({ least: 1, most: 24, default: 6, description: 'Maximum number of colors.' }),
  region: described(z.optional(z.nullable(Region)), { description: 'Null or absent: the whole image.' }),
  histogram: described(z.optional(z.nullable(Histogram)), { description: 'Null or absent: none.' }),
  names: described(z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(60)), Color)), {
    description: 'Custom colors by name, such as those of a brand; each color found gets the nearest one.',
    example: { sea: '#2a6f97', rust: '#b5532d' },
  }),
});
export type PaletteInput = z.output<typeof PaletteInput>;

const share = described(z.number(), { description: 'From 0 to 1.' });
const FoundColor = z.object({
  hex: Color,
  rgb: z.array(z.int()).check(z.minLength(3), z.maxLength(3)),
  hsl: z.array(z.number()).check(z.minLength(3), z.maxLength(3)),
  share: described(z.number(), { description: 'Share of the image that is nearest to this color, from 0 to 1.' }),
  name: described(z.nullable(z.string()), { description: 'The nearest of `names`; null if there are none.' }),
});

export const PaletteOutput = z.object({
  width: z.int(),
  height: z.int(),
  format: z.string(),
  has_alpha: z.boolean(),
  colors: z.array(FoundColor),
  mean: Color,
  luminance: z.object({ mean: share, median: share, contrast: share, dark: share, bright: share }),
  saturation: share,
  sharpness: described(z.number(), { description: 'Variance of the Laplacian; blurred images have less than 50.' }),
  entropy: described(z.number(), { description: 'Bits per pixel, from 0 to 8.' }),
  histogram: z.nullable(z.record(z.string(), z.array(z.int()))),
});
export type PaletteOutput = z.output<typeof PaletteOutput>;

/** Image to data: JSON without media. */
export const palette = defineModel({
  model: 'palette',
  title: 'Palette',
  description: `Measures an image: its main colors with their shares, brightness, contrast, sharpness, and optionally a histogram. ${COMPUTES_HERE}`,
  inputModalities: ['image'],
  outputModalities: ['text'],
  input: PaletteInput,
  example: { image: EXAMPLE_IMAGE, colors: 6, names: { sea: '#2a6f97', rust: '#b5532d' } },
  output: {
    contentType: 'application/json',
    schema: PaletteOutput,
    example: {
      width: 1600,
      height: 1067,
      format: 'jpeg',
      has_alpha: false,
      colors: [{ hex: '#2a6a8f', rgb: [42, 106, 143], hsl: [202, 0.546, 0.363], share: 0.41, name: 'sea' }],
      mean: '#6d7f86',
      luminance: { mean: 0.47, median: 0.45, contrast: 0.21, dark: 0.12, bright: 0.08 },
      saturation: 0.31,
      sharpness: 412.6,
      entropy: 7.2,
      histogram: null,
    },
  },
  pace: 'quick',
  pictures: ({ image }) => [{ loc: ['body', 'image'], source: image }],
  respond: async (_, { facts: details }) => ({ json: details }),
});
