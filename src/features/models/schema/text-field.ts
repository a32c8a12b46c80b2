import type { FieldBase, TextField, TextFormat } from './field';
import { firstText, highest, lowest, type FlatSchema } from './flat-schema';

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
  if (/colou?r$/i.test(base.name) && (HEX_COLOR.test(pattern) || HEX_COLOR.test(base.description))) return 'color';
  if (maxLength !== null && maxLength < LONG_FROM) return 'plain';
  if (maxLength !== null || (LONG_NAME.test(base.name) && pattern === '')) return 'long';
  const shown = [base.defaultValue, ...base.examples].filter((value) => typeof value === 'string');
  return shown.some((text) => text.includes('\n') || text.length > 80) ? 'long' : 'plain';
}
