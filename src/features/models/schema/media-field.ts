import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { each, firstText, lowest, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { acceptedFiles, acceptedTypes, isAnyBytes } from './accepted-types';
import type { FieldBase, MediaField } from './field';
import { guessMedia, type MediaClues } from './media-text';

const MAX_WORDS = 20_000;
const MIME_MEMBER = /^(?:mime|media|content)_?type$/i;

/** The surroundings of a field, nearest first: what `url` is, only its parent says. */
export interface Surroundings {
  readonly around: MediaClues['around'];
  /** The members beside the field, by name. */
  readonly beside: ReadonlyMap<string, readonly JsonValue[]>;
  readonly modalities: readonly string[];
  /** A number may stand here as well, so the text is a number, too. */
  readonly orNumber?: boolean;
}

/** A place for media, or null where the text is only a text. */
export function mediaField(base: FieldBase, flat: FlatSchema, surroundings: Surroundings): MediaField | null {
  if (surroundings.orNumber) return null;
  const example = base.examples.find((value) => typeof value === 'string') ?? '';
  const guess = guessMedia({
    name: nameOf(base, surroundings),
    title: base.title === base.name ? '' : base.title,
    description: wordsOf(flat),
    format: firstText(flat, 'format'),
    contentEncoding: firstText(flat, 'contentEncoding'),
    contentMediaType: firstText(flat, 'contentMediaType'),
    example: example.slice(0, 64),
    maxLength: lowest(flat, 'maxLength'),
    around: surroundings.around,
    modalities: surroundings.modalities,
  });
  if (!guess) return null;
  const typeMember = [...surroundings.beside.keys()].find((name) => MIME_MEMBER.test(name)) ?? null;
  const { media, ways } = guess;
  return {
    ...base,
    kind: 'media',
    media,
    ways,
    accept: acceptOf(base, flat, media, surroundings, typeMember),
    typeMember,
    maxLength: lowest(flat, 'maxLength'),
  };
}

/** What is said of a field, in the length that anyone would write. */
function wordsOf(flat: FlatSchema): string {
  return each(flat, 'description').join('\n').slice(0, MAX_WORDS);
}

/** An item has no name of its own. */
function nameOf({ path, name }: FieldBase, { around }: Surroundings): string {
  return typeof path.at(-1) === 'string' ? name : (around[0]?.name ?? '');
}

/** File types from the keyword, from the list beside it, from the sentence, or from what a file is called. */
function acceptOf(
  { name, title }: FieldBase,
  flat: FlatSchema,
  media: MediaField['media'],
  { beside }: Surroundings,
  typeMember: string | null,
): string[] {
  const keyword = firstText(flat, 'contentMediaType');
  if (keyword.includes('/')) return isAnyBytes(keyword) ? [] : [keyword];
  const parts = typeMember === null ? [] : (beside.get(typeMember) ?? []);
  const listed = parts.flatMap((part) => (isObject(part) && Array.isArray(part['enum']) ? part['enum'] : []));
  if (listed.length > 0) return listed.filter((type) => typeof type === 'string' && type.includes('/')) as string[];
  const words = wordsOf(flat);
  const stated = acceptedTypes(words);
  if (stated.length > 0 || media !== 'file') return stated;
  return acceptedFiles(`${name.replaceAll('_', ' ')} ${title} ${words}`);
}
