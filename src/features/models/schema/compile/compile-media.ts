import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { each, firstText, lowest, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { acceptedFiles, acceptedTypes, isAnyBytes } from '../accepted-types';
import type { FieldBase, MediaField } from '../field';
import { guessMedia, type MediaHints } from '../media-text';

const MAX_WORDS = 20_000;
const MIME_MEMBER = /^(?:mime|media|content)_?type$/i;

/** Context of a field, nearest first: for example, only its parent may describe a field named `url`. */
export interface Surroundings {
  readonly around: MediaHints['around'];
  /** Sibling properties by name. */
  readonly beside: ReadonlyMap<string, readonly JsonValue[]>;
  readonly modalities: readonly string[];
  /** The value may also be a number, so the text represents a number, too. */
  readonly orNumber?: boolean;
}

/** Returns a media field, or `null` if the text is plain text. */
export function mediaField(base: FieldBase, flat: FlatSchema, surroundings: Surroundings): MediaField | null {
  if (surroundings.orNumber) return null;
  const example = base.examples.find((value) => typeof value === 'string') ?? '';
  const guess = guessMedia({
    name: nameOf(base, surroundings),
    title: base.title === base.name ? '' : base.title,
    description: textOf(flat),
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

/** Returns the text that describes a field, truncated to a realistic length. */
function textOf(flat: FlatSchema): string {
  return each(flat, 'description').join('\n').slice(0, MAX_WORDS);
}

/** An item has no name of its own, so it uses that of its list. */
function nameOf({ path, name }: FieldBase, { around }: Surroundings): string {
  return typeof path.at(-1) === 'string' ? name : (around[0]?.name ?? '');
}

/**
 * Returns the file types from the keyword, else from the list beside it, else from the description, else from the file
 * name.
 */
function acceptOf(
  { name, title }: FieldBase,
  flat: FlatSchema,
  media: MediaField['media'],
  { beside }: Surroundings,
  typeProperty: string | null,
): string[] {
  const keyword = firstText(flat, 'contentMediaType');
  if (keyword.includes('/')) return isAnyBytes(keyword) ? [] : [keyword];
  const parts = typeProperty === null ? [] : (beside.get(typeProperty) ?? []);
  const listed = parts.flatMap((part) => (isObject(part) && Array.isArray(part['enum']) ? part['enum'] : []));
  if (listed.length > 0) return listed.filter((type) => typeof type === 'string').filter((type) => type.includes('/'));
  const text = textOf(flat);
  const stated = acceptedTypes(text);
  if (stated.length > 0 || media !== 'file') return stated;
  return acceptedFiles(`${name.replaceAll('_', ' ')} ${title} ${text}`);
}
