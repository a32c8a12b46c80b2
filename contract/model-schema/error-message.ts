import type { PlainValue } from '../json/to-plain-value';
import { exactly, type NormalObject, type NormalSchema } from './normalize-schema';
import { isFields } from '../typed-objects';
import { andList, orList } from '../word-list';

export interface Message {
  /** Path below the validated value. */
  readonly below: readonly string[];
  readonly message: string;
}

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
const MAX_LISTED = 6;

/** Describes how to fix one violated keyword; returns several messages if several members are missing. */
export function errorMessage(
  keyword: string,
  owner: NormalSchema,
  value: PlainValue | undefined,
  isItem: boolean,
): Message[] {
  const schema: NormalObject = typeof owner === 'object' ? owner : {};
  if (keyword === 'required') return missing(schema['required'], value);
  if (keyword === 'dependentRequired') return missingBeside(schema['dependentRequired'], value);
  if (keyword === 'not') return [excluded(schema.not ?? true, value)];
  const message = sentence(keyword, schema, value, isItem);
  return [{ below: [], message }];
}

function sentence(keyword: string, schema: NormalObject, value: PlainValue | undefined, isItem: boolean): string {
  const bound = schema[exactly(keyword)] ?? schema[keyword];
  switch (keyword) {
    case 'false':
      return isItem ? 'No further item is accepted.' : 'Not accepted here.';
    case 'type':
      return `Must be ${orList(namesOfTypes(bound))}.`;
    case 'enum':
      return `Must be ${choices(bound)}.`;
    case 'const':
      return `Must be ${exactly('const') in schema ? String(bound) : JSON.stringify(bound)}.`;
    case 'minimum':
      return `At least ${String(bound)}.`;
    case 'maximum':
      return `At most ${String(bound)}.`;
    case 'exclusiveMinimum':
      return `More than ${String(bound)}.`;
    case 'exclusiveMaximum':
      return `Less than ${String(bound)}.`;
    case 'multipleOf':
      return `Must be a multiple of ${String(bound)}.`;
    case 'minLength':
      return `At least ${counted(bound, 'character')}; ${lengthOf(value)} so far.`;
    case 'maxLength':
      return `At most ${counted(bound, 'character')}; ${lengthOf(value)} are here.`;
    case 'pattern':
      return `Does not fit the pattern ${String(bound).slice(0, 200)}`;
    case 'format':
      return `Must be ${FORMATS[String(bound)] ?? String(bound)}.`;
    case 'minItems':
      return `At least ${counted(bound, 'item')}.`;
    case 'maxItems':
      return `At most ${counted(bound, 'item')}.`;
    case 'uniqueItems':
      return 'Items must be unique.';
    case 'minProperties':
      return `At least ${counted(bound, 'entry')}.`;
    case 'maxProperties':
      return `At most ${counted(bound, 'entry')}.`;
    case 'contains':
    case 'minContains':
      return 'A required item is missing.';
    case 'anyOf':
    case 'oneOf':
      return ofChoice(schema[keyword] ?? [], value);
    default:
      return `Does not fit the schema (${keyword}).`;
  }
}

function missing(required: unknown, value: PlainValue | undefined): Message[] {
  return namesIn(required)
    .filter((name) => !has(value, name))
    .map((name) => ({ below: [name], message: 'Required.' }));
}

function missingBeside(rules: unknown, value: PlainValue | undefined): Message[] {
  if (typeof rules !== 'object' || rules === null) return [];
  return Object.entries(rules).flatMap(([name, needs]) =>
    has(value, name)
      ? namesIn(needs)
          .filter((needed) => !has(value, needed))
          .map((needed) => ({ below: [needed], message: `Required together with ${name}.` }))
      : [],
  );
}

/** `not: {required: [a, b]}`, alone or in a list, concerns members; the last one sent is the one to remove. */
function excluded(rule: NormalSchema, value: PlainValue | undefined): Message {
  const rules = typeof rule === 'object' ? [rule, ...(rule.anyOf ?? [])] : [];
  const properties = isFields(value) ? Object.keys(value) : [];
  for (const each of rules) {
    const names = typeof each === 'object' ? namesIn(each['required']) : [];
    if (names.length === 0 || !names.every((name) => properties.includes(name))) continue;
    const last = properties.findLast((name) => names.includes(name)) ?? '';
    const others = names.filter((name) => name !== last);
    return {
      below: [last],
      message: others.length === 0 ? 'Not accepted here.' : `Not together with ${others.join(', ')}.`,
    };
  }
  return { below: [], message: 'This value is excluded by the schema.' };
}

function ofChoice(branches: NormalSchema[], value: PlainValue | undefined): string {
  const sets = branches.map((branch) => (typeof branch === 'object' ? namesIn(branch['required']) : []));
  const isAboutProperties = sets.every((names) => names.length > 0) && typeof value === 'object';
  if (!isAboutProperties) return ofShapes(branches, value);
  const text = orList(sets.map((names) => names.join(' with ')));
  const sent = sets.filter((names) => names.every((name) => has(value, name)));
  return sent.length > 1 ? `Only one of these may be sent: ${text}.` : `One of these has to be sent: ${text}.`;
}

/** Either no branch has the type of the value, or several branches match although only one may. */
function ofShapes(branches: NormalSchema[], value: PlainValue | undefined): string {
  const types = branches.map(typesOf);
  const words = [...new Set(types.flat().filter((type) => type !== 'null'))];
  if (types.some((names) => names.includes(typeOf(value)))) return 'Matches more than one of the allowed schemas.';
  return types.every((names) => names.length > 0)
    ? `Must be ${orList(words.map((type) => TYPES[type] ?? type))}.`
    : 'Does not match any of the allowed schemas.';
}

function typesOf(branch: NormalSchema): string[] {
  if (typeof branch !== 'object') return [];
  return Array.isArray(branch['type'])
    ? namesIn(branch['type'])
    : (branch.allOf?.map(typesOf).find((names) => names.length > 0) ?? []);
}

function typeOf(value: PlainValue | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function has(value: PlainValue | undefined, name: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function namesOfTypes(types: unknown): string[] {
  return [types].flat().map((type) => TYPES[String(type)] ?? String(type));
}

function choices(values: unknown): string {
  const all = Array.isArray(values) ? values : [];
  const texts = all.map((value) => (value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value)));
  return texts.length > MAX_LISTED ? `one of ${andList(texts, MAX_LISTED)}` : orList(texts);
}

function counted(count: unknown, noun: string): string {
  const plural = noun === 'entry' ? 'entries' : `${noun}s`;
  return `${String(count)} ${count === 1 ? noun : plural}`;
}

/** Length in Unicode characters, as the limit counts them. */
function lengthOf(value: PlainValue | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}
