import { firstText, highest, lowest, type FlatSchema } from '@contract/model-schema/flatten-schema';
import type { TextFormat } from '@/shared/fields/text-format';
import type { FieldBase, TextField } from '../field';

const FORMATS: Readonly<Record<string, TextFormat>> = {
  uri: 'uri',
  url: 'uri',
  'uri-reference': 'uri',
  iri: 'uri',
  email: 'email',
  'idn-email': 'email',
  uuid: 'uuid',
  color: 'color',
  date: 'date',
  'date-time': 'date-time',
  time: 'time',
  password: 'secret',
};

const LONG_NAME =
  /(?:^|_|[a-z](?=[A-Z]))(?:prompts?|instructions?|text|lyrics|script|captions?|messages?|story|query|input|content|system)$/i;
const HEX_COLOR = /#(?:\[|\(|[0-9a-f]{3,8}\b)|\bhex(?:adecimal)?\b/i;
const LONG_FROM = 200;

export function textField(base: FieldBase, flat: FlatSchema): TextField {
  const maxLength = lowest(flat, 'maxLength');
  const pattern = firstText(flat, 'pattern');
  return {
    ...base,
    kind: 'text',
    format: formatOf(base, flat, maxLength, pattern),
    minLength: highest(flat, 'minLength'),
    maxLength,
    pattern: pattern === '' ? null : pattern,
    suggestions: [],
  };
}

function formatOf(base: FieldBase, flat: FlatSchema, maxLength: number | null, pattern: string): TextFormat {
  const stated = FORMATS[firstText(flat, 'format')];
  if (stated) return stated;
  const shown = [base.defaultValue, ...base.examples].filter((value) => typeof value === 'string');
  if (isColor(base, pattern, shown)) return 'color';
  if (maxLength !== null && maxLength < LONG_FROM) return 'plain';
  if (maxLength !== null || (LONG_NAME.test(base.name) && pattern === '')) return 'long';
  return shown.some((text) => text.includes('\n') || text.length > 80) ? 'long' : 'plain';
}

/** Returns true for a property named like a color whose schema indicates hex, the only notation of color pickers. */
function isColor({ name, description }: FieldBase, pattern: string, shown: readonly string[]): boolean {
  return (
    (/colou?r$/i.test(name) && (HEX_COLOR.test(pattern) || HEX_COLOR.test(description))) ||
    (/colou?r/i.test(name) && shown.some((value) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)))
  );
}
