import { z } from 'zod/mini';
import { PALETTES } from '../../../engines/embedded/definitions/generators';

/**
 * The kinds of input that the built-in models take. One zod schema is both what a document says (`document.ts`) and what
 * a call is held to (`check-input.ts`), so the two cannot differ.
 */

/** What a document says about a field beside its bounds. */
interface Words {
  description: string;
  title?: string;
  /** Names it among the document's components. */
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
  return described(z._default(z.enum(choices), preset as never), rest);
}

export function wholeChoice<const Choices extends readonly [number, ...number[]]>(
  choices: Choices,
  { default: preset, ...words }: Words & { default: Choices[number] },
) {
  return described(z._default(z.literal(choices), preset as never), { type: 'integer', ...words });
}

export const Colour = described(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)), {
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

/** A whole number of 64 bits; `check-input.ts` reads large ones as bigint, so no digit is lost. */
export function seed() {
  const whole = z.custom<number | bigint>((value) => {
    if (typeof value === 'bigint') return value >= SEED_LEAST && value <= SEED_MOST;
    return typeof value === 'number' && Number.isSafeInteger(value);
  }, 'must be a whole number of 64 bits');
  // Of what a document says only the outermost schema counts.
  return described(z.optional(z.nullable(whole)), {
    description:
      'Where the random numbers start: the same seed gives the same result. Absent or null: one is drawn, and the result names it.',
    type: 'integer',
    format: 'int64',
  });
}

export const PICTURE_SOURCES =
  'an http(s) URL, a `data:` URI or bare base64; PNG, JPEG, WebP, GIF, AVIF or TIFF, at most 25 MiB';

/** No `maxLength`: 25 MiB of picture are 34 million characters, and a form should not count them. */
export function picture(words: Words) {
  return described(z.string().check(z.minLength(1)), words);
}
