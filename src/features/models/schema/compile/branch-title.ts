import { isObject, member } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { each, requiredNames, type FlatSchema } from '@contract/model-schema/flatten-schema';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { choicesOf, labelOf } from './compile-choice';
import type { Field, MediaKind } from '../field';
import { statedTypes, type JsonType } from '../schema-types';

const TYPE_LABELS: Readonly<Record<JsonType, Message>> = {
  string: msg('Text'),
  number: msg('Number'),
  integer: msg('Whole number'),
  boolean: msg('Yes or no'),
  array: msg('List'),
  object: msg('Object'),
  null: msg('Null'),
};

interface TitledBranch {
  readonly schema: JsonValue;
  readonly own: FlatSchema;
  readonly whole: FlatSchema;
}

const MEDIA_LABELS: Readonly<Record<MediaKind, readonly [one: Message, many: Message]>> = {
  image: [msg('Image'), msg('List of images')],
  video: [msg('Video'), msg('List of videos')],
  audio: [msg('Audio'), msg('List of audio files')],
  file: [msg('File'), msg('List of files')],
};

/**
 * Returns the titles that the authors of the branches chose; `undefined` for a branch without one. A title that several
 * branches share, such as that of a base schema in `allOf`, identifies none of them; the branch's own title takes
 * precedence.
 */
export function statedTitles(branches: readonly TitledBranch[]): (string | undefined)[] {
  const all = branches.map(({ own }) => new Set(own.schemas.flatMap(titleOf)));
  const uses = new Map<string, number>();
  for (const title of all.flatMap((titles) => [...titles])) uses.set(title, (uses.get(title) ?? 0) + 1);
  return all.map((titles) => [...titles].find((title) => uses.get(title) === 1) ?? [...titles][0]);
}

function titleOf(schema: JsonValue): string[] {
  const title = member(schema, 'title');
  return typeof title === 'string' && title !== '' ? [title] : [];
}

/**
 * Returns the picker title of a branch without an authored title, derived from its visible content.
 * @param look returns the field of the branch if it may be created to derive the title.
 */
export function describedTitle(branch: TitledBranch, marks: readonly JsonValue[], look?: () => Field): string {
  const { schema, own, whole } = branch;
  if (marks.length > 0) return marks.map(labelOf).join(', ');
  const choices = choicesOf(own);
  if (choices && choices.length <= 3) return choices.map(({ label }) => label).join(', ');
  const [type] = statedTypes(whole).types;
  const media = type === 'string' || type === 'array' ? mediaTitle(look?.()) : null;
  if (media !== null) return media;
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') return spaced(reference.split('/').at(-1) ?? reference);
  const names = [...requiredNames(own)];
  if (names.length > 0 && (type === 'object' || type === undefined)) return names.slice(0, 4).join(' + ');
  return type === 'array' ? listTitle(whole) : type === undefined ? t('Any value') : t(TYPE_LABELS[type]);
}

function mediaTitle(field: Field | undefined): string | null {
  if (field?.kind === 'media') return t(MEDIA_LABELS[field.media][0]);
  const item = field?.kind === 'array' ? field.item(0) : undefined;
  return item?.kind === 'media' ? t(MEDIA_LABELS[item.media][1]) : null;
}

const LIST_LABELS: Readonly<Record<string, Message>> = {
  string: msg('List of texts'),
  number: msg('List of numbers'),
  integer: msg('List of numbers'),
  array: msg('List of lists'),
  object: msg('List of objects'),
};

function listTitle(whole: FlatSchema): string {
  const items = each(whole, 'items').filter(isObject);
  const [title] = items.flatMap(titleOf);
  if (title !== undefined) return t('List of {title}', { title });
  const type = member(items[0], 'type');
  return t((typeof type === 'string' ? LIST_LABELS[type] : undefined) ?? TYPE_LABELS.array);
}

/** `TextInputItem` becomes `Text input item`. */
function spaced(name: string): string {
  const text = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
