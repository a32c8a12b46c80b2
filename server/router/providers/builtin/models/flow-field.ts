import { z } from 'zod/mini';
import { COMPUTES_HERE, defineModel } from '../builtin-model';
import { choice, Color, decimal, described, flag, integer, palette, seed } from '../fields';
import { HostedImage, hostedImage, hostedImageExample, imageFormat } from '../hosted-image';

const Colors = z.discriminatedUnion('kind', [
  described(
    z.object({ kind: z.literal('palette'), name: palette({ description: 'The palette.', default: 'lagoon' }) }),
    {
      id: 'PaletteColors',
      title: 'A palette',
      description: 'One of the palettes that the gateway brings.',
    },
  ),
  described(
    z.object({
      kind: z.literal('custom'),
      background: described(z._default(Color, '#f4efe6'), { description: 'What is painted on.' }),
      strokes: described(z.array(Color).check(z.minLength(1), z.maxLength(8)), {
        description: 'What is painted with, one of them to each stroke.',
      }),
    }),
    { id: 'OwnColors', title: 'Colors of your own', description: 'A background and up to eight colors of strokes.' },
  ),
]);

export const FlowFieldInput = z.object({
  seed: seed(),
  width: integer({ least: 256, most: 2048, default: 1024, description: 'Pixels.' }),
  height: integer({ least: 256, most: 2048, default: 1024, description: 'Pixels.' }),
  colors: described(z._default(Colors, { kind: 'palette', name: 'lagoon' }), {
    description: 'A palette by name, or colors of your own.',
  }),
  strokes: integer({ least: 100, most: 20_000, default: 3500, description: 'How many strokes are painted.' }),
  length: integer({
    least: 10,
    most: 400,
    default: 140,
    description: 'How far a stroke follows the current, in pixels.',
  }),
  turbulence: decimal({ least: 0, most: 1, default: 0.35, description: 'From one calm current to many small whirls.' }),
  brush: choice(['fine', 'medium', 'broad'], { description: 'Width of the strokes.', default: 'medium' }),
  frame: flag({ default: true, description: 'Leave a margin of the background around the image.' }),
  output_format: imageFormat(),
});
export type FlowFieldInput = z.output<typeof FlowFieldInput>;

/** Quick image that is hosted by the gateway under a signed URL, like the responses of BFL's models. */
export const flowField = defineModel({
  model: 'flow-field',
  title: 'Flow field',
  description: `Paints thousands of strokes along the currents of a noise field. ${COMPUTES_HERE} About a second for the default size; the image is kept for 24 hours under a signed URL.`,
  inputModalities: ['text'],
  outputModalities: ['image'],
  input: FlowFieldInput,
  example: { seed: 20_260_101, width: 1024, height: 768, colors: { kind: 'palette', name: 'lagoon' } },
  output: { contentType: 'application/json', schema: HostedImage, example: hostedImageExample(1024, 768) },
  pace: 'quick',
  respond: (_, computed, host) => hostedImage(computed, host, 'flow-field'),
});
