import type { JsonValue } from '@contract/json/lossless';
import { rangeNote } from '@/shared/fields/number-range';
import { valueText } from '@/shared/fields/typed-text';
import type { TextFormat } from '@/shared/fields/text-format';
import type { Field } from '../../schema/field';
import type { FieldViewProps } from '../state/form-context';

/** Returns the placeholder of an empty control: the default of the service, else an example. */
export function placeholderOf(field: Field): string {
  if (field.defaultValue !== undefined && field.defaultValue !== null) return valueText(field.defaultValue);
  const [example] = field.examples;
  return example === undefined || example === null ? '' : `such as ${valueText(example)}`;
}

/**
 * Returns the default that a control shows as its value although nothing is sent; `undefined` if it shows none. A
 * required field shows none, since the service rejects a body without it. Neither does a bare field, which has no room
 * for the mark, unless the field around it has the mark.
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

/** Formats a default that the control cannot show, for the label. */
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

/** Returns a short description of the value type for the label; empty if the control makes it obvious. */
export function kindNote(field: Field): string {
  switch (field.kind) {
    case 'number':
      return rangeNote(field);
    case 'text':
      return FORMATS[field.format] ?? '';
    case 'media':
      return field.title.toLowerCase() === field.media ? '' : field.media;
    case 'json':
      return 'JSON';
    default:
      return '';
  }
}
