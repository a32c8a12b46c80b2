import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { rangeNote } from '@/lib/number-text';
import type { Field, NumberBound, TextFormat } from '../schema/field';

/** A value as a label or a placeholder shows it: text as itself. */
export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** What an empty control shows: what the service takes then, else an example. */
export function placeholderOf(field: Field): string {
  if (field.defaultValue !== undefined && field.defaultValue !== null) return valueText(field.defaultValue);
  const [example] = field.examples;
  return example === undefined || example === null ? '' : `such as ${valueText(example)}`;
}

const FORMATS: Readonly<Partial<Record<TextFormat, string>>> = {
  uri: 'address',
  email: 'e-mail',
  uuid: 'UUID',
  date: 'date',
  'date-time': 'date and time',
  time: 'time',
  secret: 'secret',
};

const MEDIA = { image: 'picture', video: 'film', audio: 'sound', file: 'file' };

/** What kind of value a field takes, in a word or two beside its label; empty where the control says it. */
export function kindNote(field: Field): string {
  switch (field.kind) {
    case 'number':
      return rangeNote(boundOf(field.minimum), boundOf(field.maximum)) ?? '';
    case 'text':
      return FORMATS[field.format] ?? '';
    case 'media':
      return MEDIA[field.media];
    case 'json':
      return 'JSON';
    default:
      return '';
  }
}

function boundOf(bound: NumberBound | null): number | undefined {
  return bound === null ? undefined : Number(bound.value);
}
