import { isObject } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { rangeNote } from '@/shared/fields/number-range';
import { valueText } from '@/shared/fields/typed-text';
import type { TextFormat } from '@/shared/fields/text-format';
import type { Field, MediaKind } from '../../schema/field';
import type { FieldViewProps } from '../state/form-context';

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
  const text = partsText(defaultValue);
  const shown = text.length > MAX_DEFAULT_CHARACTERS ? `${text.slice(0, MAX_DEFAULT_CHARACTERS)}…` : text;
  return t('default {value}', { value: shown });
}

/** `width 64, height 32`: the names and values of an object, or the items of an array, without the signs of JSON. */
function partsText(value: JsonValue): string {
  const partText = (part: JsonValue) => (Array.isArray(part) || isObject(part) ? '…' : valueText(part));
  if (Array.isArray(value)) return value.map(partText).join(', ') || t('empty');
  if (!isObject(value)) return valueText(value);
  const parts = Object.entries(value).map(([name, part]) => `${name} ${partText(part)}`);
  return parts.join(', ') || t('empty');
}

const FORMATS: Readonly<Partial<Record<TextFormat, Message>>> = {
  uri: msg('URL'),
  email: msg('e-mail'),
  uuid: msg('UUID'),
  date: msg('date'),
  'date-time': msg('date and time'),
  time: msg('time'),
  secret: msg('secret'),
};

const MEDIA_NOTES: Readonly<Record<MediaKind, Message>> = {
  image: msg('image'),
  video: msg('video'),
  audio: msg('audio'),
  file: msg('file'),
};

/** Returns a short description of the value type for the label; empty if the control makes it obvious. */
export function kindNote(field: Field): string {
  switch (field.kind) {
    case 'number':
      return rangeNote(field);
    case 'text':
      return formatNote(field.format);
    case 'media':
      return field.title.toLowerCase() === field.media ? '' : t(MEDIA_NOTES[field.media]);
    case 'json':
      return 'JSON';
    default:
      return '';
  }
}

function formatNote(format: TextFormat): string {
  const note = FORMATS[format];
  return note ? t(note) : '';
}
