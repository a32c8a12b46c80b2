import type { ErrorTexts } from '@contract/model-schema/error-texts';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { orList } from '@/lib/i18n/word-lists';

const TYPES: Readonly<Record<string, Message>> = {
  boolean: msg('true or false'),
  object: msg('an object'),
  array: msg('a list'),
  number: msg('a number'),
  integer: msg('a whole number'),
  string: msg('text'),
};
const FORMATS: Readonly<Record<string, Message>> = {
  date: msg('a date such as 2026-11-21'),
  'date-time': msg('a date and time such as 2026-11-21T09:30:00Z'),
  time: msg('a time such as 09:30:00Z'),
  duration: msg('a duration such as PT30S'),
  email: msg('an e-mail address'),
  uri: msg('a URL such as https://example.com/image.png'),
  'uri-reference': msg('a URL'),
  uuid: msg('a UUID'),
  ipv4: msg('an IPv4 address'),
  ipv6: msg('an IPv6 address'),
  hostname: msg('a host name'),
};

/** Texts about violations of a schema in the language of the console. */
export const errorTexts: ErrorTexts = {
  type: (name) => wordFor(TYPES, name),
  format: (name) => wordFor(FORMATS, name),
  or: orList,
  oneOfMany: (words, shown) =>
    t('one of {words} and {count} more', { words: words.slice(0, shown).join(', '), count: words.length - shown }),
  all: (names) => names.reduce((first, name) => t('{first} with {name}', { first, name })),
  mustBe: (what) => t('Must be {what}.', { what }),
  multipleOf: (bound) => t('Must be a multiple of {bound}.', { bound }),
  atLeast: (bound) => t('At least {bound}.', { bound }),
  atMost: (bound) => t('At most {bound}.', { bound }),
  moreThan: (bound) => t('More than {bound}.', { bound }),
  lessThan: (bound) => t('Less than {bound}.', { bound }),
  minLength: (bound, length) =>
    t('At least {bound} {count, plural, one {character} other {characters}}; {length} so far.', {
      ...counted(bound),
      length,
    }),
  maxLength: (bound, length) =>
    t('At most {bound} {count, plural, one {character} other {characters}}; {length} are here.', {
      ...counted(bound),
      length,
    }),
  pattern: (pattern) => t('Does not fit the pattern {pattern}', { pattern }),
  minItems: (bound) => t('At least {bound} {count, plural, one {item} other {items}}.', counted(bound)),
  maxItems: (bound) => t('At most {bound} {count, plural, one {item} other {items}}.', counted(bound)),
  uniqueItems: () => t('Items must be unique.'),
  minProperties: (bound) => t('At least {bound} {count, plural, one {entry} other {entries}}.', counted(bound)),
  maxProperties: (bound) => t('At most {bound} {count, plural, one {entry} other {entries}}.', counted(bound)),
  itemMissing: () => t('A required item is missing.'),
  noFurtherItem: () => t('No further item is accepted.'),
  notAccepted: () => t('Not accepted here.'),
  nameNotAllowed: () => t('This name is not allowed.'),
  required: () => t('Required.'),
  requiredWith: (name) => t('Required together with {name}.', { name }),
  notWith: (names) => t('Not together with {names}.', { names }),
  excluded: () => t('This value is excluded by the schema.'),
  onlyOneOf: (sets) => t('Only one of these may be sent: {sets}.', { sets }),
  needsOneOf: (sets) => t('One of these has to be sent: {sets}.', { sets }),
  matchesSeveral: () => t('Matches more than one of the allowed schemas.'),
  matchesNone: () => t('Does not match any of the allowed schemas.'),
  other: (keyword) => t('Does not fit the schema ({keyword}).', { keyword }),
};

function wordFor(words: Readonly<Record<string, Message>>, name: string): string {
  const word = words[name];
  return word ? t(word) : name;
}

/** The bound stays as written in the schema; its number only decides the plural. */
function counted(bound: string) {
  return { bound, count: Number(bound) };
}
