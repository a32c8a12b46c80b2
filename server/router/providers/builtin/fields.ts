import { z } from 'zod/mini';
import { PALETTES } from '../../../engines/embedded/kernels/tone-palettes';

/**
 * Input field types of the built-in models. The same zod schema generates the document (`document.ts`) and validates calls
 * (`check-input.ts`), so the two cannot differ.
 */

/** Documentation of a field, in addition to its bounds. */
interface Words {
  description: string;
  title?: string;
  /** Name in the document's components. */
  id?: string;
  type?: string;
  format?: string;
  example?: unknown;
}

export function described<Schema extends z.core.$ZodType>(schema: Schema, words: Words): Schema {
  z.globalRegistry.add<z.core.$ZodType>(schema, { ...words });
  return schema;
}

interface Bounds extends Words {
  least: number;
  most: number;
  default: number;
}

export function integer({ least, most, default: preset, ...words }: Bounds) {
  return described(z._default(z.int().check(z.gte(least), z.lte(most)), preset), words);
}

export function decimal({ least, most, default: preset, ...words }: Bounds) {
  return described(z._default(z.number().check(z.gte(least), z.lte(most)), preset), words);
}

export function flag({ default: preset, ...words }: Words & { default: boolean }) {
  return described(z._default(z.boolean(), preset), words);
}

export function choice<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  words: Words & { default?: Choices[number] },
) {
  const { default: preset = choices[0], ...rest } = words;
  // The preset is one of the choices, by the type of the parameters.
  return described(z._default(z.enum(choices), preset as never), rest);
}

export function wholeChoice<const Choices extends readonly [number, ...number[]]>(
  choices: Choices,
  { default: preset, ...words }: Words & { default: Choices[number] },
) {
  // The preset is one of the choices, by the type of the parameters.
  return described(z._default(z.literal(choices), preset as never), { type: 'integer', ...words });
}

export const Color = described(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)), {
  id: 'Color',
  format: 'color',
  description: 'A color as `#rrggbb`.',
  example: '#c9524f',
});

export function palette(words: Words & { default?: (typeof PALETTES)[number] }) {
  return choice(PALETTES, words);
}

const SEED_LEAST = -(2n ** 63n);
const SEED_MOST = 2n ** 63n - 1n;

/** Creates a 64-bit integer field; `check-input.ts` parses large values as bigint, so no digit is lost. */
export function seed() {
  const whole = z.custom<number | bigint>((value) => {
    if (typeof value === 'bigint') return value >= SEED_LEAST && value <= SEED_MOST;
    return typeof value === 'number' && Number.isSafeInteger(value);
  }, 'must be a whole number of 64 bits');
  // Only the description of the outermost schema is used.
  return described(z.optional(z.nullable(whole)), {
    description:
      'Start value of the random numbers: the same seed gives the same result. Absent or null: a random seed, which the result contains.',
    type: 'integer',
    format: 'int64',
  });
}

export const IMAGE_SOURCES =
  'an http(s) URL, a `data:` URI or bare base64; PNG, JPEG, WebP, GIF, AVIF or TIFF, at most 25 MiB';

/** Creates an image field. It has no `maxLength`: a 25 MiB image has 34 million characters, which a form should not count. */
export function picture(words: Words) {
  return described(z.string().check(z.minLength(1)), words);
}
