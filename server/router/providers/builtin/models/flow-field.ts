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
      description: 'One of the built-in palettes.',
    },
  ),
  described(
    z.object({
      kind: z.literal('custom'),
      background: described(z._default(Color, '#f4efe6'), { description: 'Color of the background.' }),
      strokes: described(z.array(Color).check(z.minLength(1), z.maxLength(8)), {
        description: 'Colors of the strokes; each stroke has one of them.',
      }),
    }),
    { id: 'OwnColors', title: 'Custom colors', description: 'A background and up to eight stroke colors.' },
  ),
]);

export const FlowFieldInput = z.object({
  seed: seed(),
  width: integer({ least: 256, most: 2048, default: 1024, description: 'Pixels.' }),
  height: integer({ least: 256, most: 2048, default: 1024, description: 'Pixels.' }),
  colors: described(z._default(Colors, { kind: 'palette', name: 'lagoon' }), {
    description: 'A palette by name, or custom colors.',
  }),
  strokes: integer({ least: 100, most: 20_000, default: 3500, description: 'Number of strokes.' }),
  length: integer({
    least: 10,
    most: 400,
    default: 140,
    description: 'Length of a stroke in pixels.',
  }),
  turbulence: decimal({
    least: 0,
    most: 1,
    default: 0.35,
    description: 'From one steady current to many small eddies.',
  }),
  brush: choice(['fine', 'medium', 'broad'], { description: 'Width of the strokes.', default: 'medium' }),
  frame: flag({ default: true, description: 'Leaves a margin around the image.' }),
  output_format: imageFormat(),
});
export type FlowFieldInput = z.output<typeof FlowFieldInput>;

/** Quick image that is hosted by the gateway under a signed URL, like the responses of BFL's models. */
export const flowField = defineModel({
  model: 'flow-field',
  title: 'Flow field',
  description: `Paints thousands of strokes along the currents of a noise field. ${COMPUTES_HERE} Takes about a second for the default size. The image
is stored for 24 hours under a signed URL.`,
  inputModalities: ['text'],
  outputModalities: ['image'],
  input: FlowFieldInput,
  example: { seed: 20_260_101, width: 1024, height: 768, colors: { kind: 'palette', name: 'lagoon' } },
  output: { contentType: 'application/json', schema: HostedImage, example: hostedImageExample(1024, 768) },
  pace: 'quick',
  respond: (_, computed, host) => hostedImage(computed, host, 'flow-field'),
});
