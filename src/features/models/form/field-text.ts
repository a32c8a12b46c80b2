import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { Field, NumberBound, TextFormat } from '../schema/field';
import type { FieldViewProps } from './form-context';

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

/**
 * The default that a control shows as its value although nothing is sent; undefined where it shows none. A required field
 * shows none, since the service rejects a body without it, and neither does a bare one, which has no room for the mark,
 * unless the field around it has the mark.
 */
export function shownDefault(
  { field, isBare = false, showsDefault = false }: FieldViewProps,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const { defaultValue, required } = field;
  return value !== undefined || required || (isBare && !showsDefault) || defaultValue === null
    ? undefined
    : defaultValue;
}

const MAX_DEFAULT_CHARACTERS = 60;

/** A default that no control can show as its value, beside the label. */
export function defaultNote(defaultValue: JsonValue): string {
  const text = valueText(defaultValue);
  return `default ${text.length > MAX_DEFAULT_CHARACTERS ? `${text.slice(0, MAX_DEFAULT_CHARACTERS)}…` : text}`;
}

const FORMATS: Readonly<Partial<Record<TextFormat, string>>> = {
  uri: 'URL',
  email: 'e-mail',
  uuid: 'UUID',
  date: 'date',
  'date-time': 'date and time',
  time: 'time',
  secret: 'secret',
};

const MEDIA = { image: 'image', video: 'video', audio: 'audio', file: 'file' };

/** What kind of value a field takes, in a word or two beside its label; empty where the control says it. */
export function kindNote(field: Field): string {
  switch (field.kind) {
    case 'number':
      return boundsNote(field.minimum, field.maximum);
    case 'text':
      return FORMATS[field.format] ?? '';
    case 'media':
      return field.title.toLowerCase() === MEDIA[field.media] ? '' : MEDIA[field.media];
    case 'json':
      return 'JSON';
    default:
      return '';
  }
}

/** `1 – 31`, `more than 0, up to 1`, `from 0, less than 18446744073709551616`: with the digits of the document. */
function boundsNote(minimum: NumberBound | null, maximum: NumberBound | null): string {
  if (minimum && maximum && !minimum.exclusive && !maximum.exclusive) {
    return `${String(minimum.value)} – ${String(maximum.value)}`;
  }
  const low = minimum && `${minimum.exclusive ? 'more than' : 'from'} ${String(minimum.value)}`;
  const high = maximum && `${maximum.exclusive ? 'less than' : 'up to'} ${String(maximum.value)}`;
  return [low, high].filter(Boolean).join(', ');
}
