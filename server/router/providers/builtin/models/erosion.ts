import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { choice, decimal, described, seed, wholeChoice } from '../fields';
import { HostedImage, hostedImage, hostedImageExample, imageFormat } from '../hosted-image';

const Climate = described(
  z.object({
    rain: decimal({
      least: 0.1,
      most: 10,
      default: 2,
      description: 'Number of drops per pixel. More drops take longer.',
    }),
    capacity: decimal({
      least: 1,
      most: 12,
      default: 4,
      description: 'Amount of soil that running water can transport.',
    }),
    evaporation: decimal({
      least: 0.005,
      most: 0.1,
      default: 0.012,
      description: 'Share of a drop that evaporates per step.',
    }),
    hardness: decimal({ least: 0, most: 1, default: 0.5, description: 'Resistance of the rock; 0 is sand.' }),
  }),
  { title: 'Climate', description: 'Properties of the rain.' },
);

const Light = described(
  z.object({
    azimuth: decimal({ least: 0, most: 360, default: 315, description: 'Degrees from north, clockwise.' }),
    altitude: decimal({ least: 10, most: 80, default: 40, description: 'Degrees above the horizon.' }),
  }),
  { title: 'Light', description: 'Direction of the sun.' },
);

export const ErosionInput = z.object({
  seed: seed(),
  size: wholeChoice([256, 512, 768, 1024], { default: 1024, description: 'Width and height in pixels.' }),
  ruggedness: decimal({ least: 0, most: 1, default: 0.55, description: 'From rolling hills to jagged ranges.' }),
  sea_level: described(z.optional(z.nullable(z.number().check(z.gte(0), z.lte(0.9)))), {
    description: 'Share of the height below sea level. Null or absent: no sea.',
  }),
  climate: described(z.optional(Climate), { description: 'Absent: a temperate climate.' }),
  light: described(z.optional(z.nullable(Light)), {
    description: 'Null or absent: from the north-west, 40 degrees up.',
  }),
  tint: choice(['terrain', 'snow', 'desert', 'grey'], { description: 'Colors by height.' }),
  output_format: imageFormat(),
});
export type ErosionInput = z.output<typeof ErosionInput>;

/** Slow model that takes 10 s to 60 s, to try out deadlines, cancellation and fetching a result with the same idempotency key. */
export const erosion = defineModel({
  model: 'erosion',
  title: 'Erosion',
  description: `Generates a mountain range and simulates erosion by rain. ${COMPUTES_HERE} Takes ten seconds to a minute, to try out waiting, canceling, and fetching the
result later with the same key. The image is stored for 24 hours under a signed URL.`,
  inputModalities: ['text'],
  outputModalities: ['image'],
  input: ErosionInput,
  example: { seed: 11, size: 1024, climate: { rain: 2 } },
  output: { contentType: 'application/json', schema: HostedImage, example: hostedImageExample(1024, 1024) },
  pace: 'long',
  respond: (_, computed, host) => hostedImage(computed, host, 'erosion'),
});
