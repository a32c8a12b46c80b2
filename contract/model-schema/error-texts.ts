import { andList, orList } from '../word-list';

const TYPES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  number: 'a number',
  integer: 'a whole number',
  string: 'text',
};
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-11-21',
  'date-time': 'a date and time such as 2026-11-21T09:30:00Z',
  time: 'a time such as 09:30:00Z',
  duration: 'a duration such as PT30S',
  email: 'an e-mail address',
  uri: 'a URL such as https://example.com/image.png',
  'uri-reference': 'a URL',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
};

/** Texts about violations of a schema, which the gateway returns. The console has the same in its language. */
export const ENGLISH_TEXTS = {
  type: (name: string) => TYPES[name] ?? name,
  format: (name: string) => FORMATS[name] ?? name,
  or: orList,
  oneOfMany: (words: readonly string[], shown: number) => `one of ${andList(words, shown)}`,
  all: (names: readonly string[]) => names.join(' with '),
  mustBe: (what: string) => `Must be ${what}.`,
  multipleOf: (bound: string) => `Must be a multiple of ${bound}.`,
  atLeast: (bound: string) => `At least ${bound}.`,
  atMost: (bound: string) => `At most ${bound}.`,
  moreThan: (bound: string) => `More than ${bound}.`,
  lessThan: (bound: string) => `Less than ${bound}.`,
  minLength: (bound: string, length: number) => `At least ${counted(bound, 'character')}; ${length} so far.`,
  maxLength: (bound: string, length: number) => `At most ${counted(bound, 'character')}; ${length} are here.`,
  pattern: (pattern: string) => `Does not fit the pattern ${pattern}`,
  minItems: (bound: string) => `At least ${counted(bound, 'item')}.`,
  maxItems: (bound: string) => `At most ${counted(bound, 'item')}.`,
  uniqueItems: () => 'Items must be unique.',
  minProperties: (bound: string) => `At least ${counted(bound, 'entry')}.`,
  maxProperties: (bound: string) => `At most ${counted(bound, 'entry')}.`,
  itemMissing: () => 'A required item is missing.',
  noFurtherItem: () => 'No further item is accepted.',
  notAccepted: () => 'Not accepted here.',
  nameNotAllowed: () => 'This name is not allowed.',
  required: () => 'Required.',
  requiredWith: (name: string) => `Required together with ${name}.`,
  notWith: (names: string) => `Not together with ${names}.`,
  excluded: () => 'This value is excluded by the schema.',
  onlyOneOf: (sets: string) => `Only one of these may be sent: ${sets}.`,
  needsOneOf: (sets: string) => `One of these has to be sent: ${sets}.`,
  matchesSeveral: () => 'Matches more than one of the allowed schemas.',
  matchesNone: () => 'Does not match any of the allowed schemas.',
  other: (keyword: string) => `Does not fit the schema (${keyword}).`,
};

export type ErrorTexts = typeof ENGLISH_TEXTS;

function counted(count: string, noun: string): string {
  const plural = noun === 'entry' ? 'entries' : `${noun}s`;
  return `${count} ${count === '1' ? noun : plural}`;
}
