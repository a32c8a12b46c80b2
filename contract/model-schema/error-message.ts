import type { PlainValue } from '../json/to-plain-value';
import { exactly, type NormalObject, type NormalSchema } from './normalize-schema';
import { isFields } from '../typed-objects';
import type { ErrorTexts } from './error-texts';

export interface Message {
  /** Path below the validated value. */
  readonly below: readonly string[];
  readonly message: string;
}

const MAX_LISTED = 6;

/** Describes how to fix one violated keyword; returns several messages if several members are missing. */
export function errorMessage(
  keyword: string,
  owner: NormalSchema,
  value: PlainValue | undefined,
  isItem: boolean,
  texts: ErrorTexts,
): Message[] {
  const schema: NormalObject = typeof owner === 'object' ? owner : {};
  if (keyword === 'required') return missing(schema['required'], value, texts);
  if (keyword === 'dependentRequired') return missingBeside(schema['dependentRequired'], value, texts);
  if (keyword === 'not') return [excluded(schema.not ?? true, value, texts)];
  const message = sentence(keyword, schema, value, isItem, texts);
  return [{ below: [], message }];
}

function sentence(
  keyword: string,
  schema: NormalObject,
  value: PlainValue | undefined,
  isItem: boolean,
  texts: ErrorTexts,
): string {
  const bound = schema[exactly(keyword)] ?? schema[keyword];
  const boundText = String(bound);
  switch (keyword) {
    case 'false':
      return isItem ? texts.noFurtherItem() : texts.notAccepted();
    case 'type':
      return texts.mustBe(texts.or(typesIn(bound).map(texts.type)));
    case 'enum':
      return texts.mustBe(choices(bound, texts));
    case 'const':
      return texts.mustBe(exactly('const') in schema ? boundText : JSON.stringify(bound));
    case 'minimum':
      return texts.atLeast(boundText);
    case 'maximum':
      return texts.atMost(boundText);
    case 'exclusiveMinimum':
      return texts.moreThan(boundText);
    case 'exclusiveMaximum':
      return texts.lessThan(boundText);
    case 'multipleOf':
      return texts.multipleOf(boundText);
    case 'minLength':
      return texts.minLength(boundText, lengthOf(value));
    case 'maxLength':
      return texts.maxLength(boundText, lengthOf(value));
    case 'pattern':
      return texts.pattern(boundText.slice(0, 200));
    case 'format':
      return texts.mustBe(texts.format(boundText));
    case 'minItems':
      return texts.minItems(boundText);
    case 'maxItems':
      return texts.maxItems(boundText);
    case 'uniqueItems':
      return texts.uniqueItems();
    case 'minProperties':
      return texts.minProperties(boundText);
    case 'maxProperties':
      return texts.maxProperties(boundText);
    case 'contains':
    case 'minContains':
      return texts.itemMissing();
    case 'anyOf':
    case 'oneOf':
      return ofChoice(schema[keyword] ?? [], value, texts);
    default:
      return texts.other(keyword);
  }
}

function missing(required: unknown, value: PlainValue | undefined, texts: ErrorTexts): Message[] {
  return namesIn(required)
    .filter((name) => !has(value, name))
    .map((name) => ({ below: [name], message: texts.required() }));
}

function missingBeside(rules: unknown, value: PlainValue | undefined, texts: ErrorTexts): Message[] {
  if (typeof rules !== 'object' || rules === null) return [];
  return Object.entries(rules).flatMap(([name, needs]) =>
    has(value, name)
      ? namesIn(needs)
          .filter((needed) => !has(value, needed))
          .map((needed) => ({ below: [needed], message: texts.requiredWith(name) }))
      : [],
  );
}

/** `not: {required: [a, b]}`, alone or in a list, concerns members; the last one sent is the one to remove. */
function excluded(rule: NormalSchema, value: PlainValue | undefined, texts: ErrorTexts): Message {
  const rules = typeof rule === 'object' ? [rule, ...(rule.anyOf ?? [])] : [];
  const properties = isFields(value) ? Object.keys(value) : [];
  for (const each of rules) {
    const names = typeof each === 'object' ? namesIn(each['required']) : [];
    if (names.length === 0 || !names.every((name) => properties.includes(name))) continue;
    const last = properties.findLast((name) => names.includes(name)) ?? '';
    const others = names.filter((name) => name !== last);
    return {
      below: [last],
      message: others.length === 0 ? texts.notAccepted() : texts.notWith(others.join(', ')),
    };
  }
  return { below: [], message: texts.excluded() };
}

function ofChoice(branches: NormalSchema[], value: PlainValue | undefined, texts: ErrorTexts): string {
  const sets = branches.map((branch) => (typeof branch === 'object' ? namesIn(branch['required']) : []));
  const isAboutProperties = sets.every((names) => names.length > 0) && typeof value === 'object';
  if (!isAboutProperties) return ofShapes(branches, value, texts);
  const text = texts.or(sets.map(texts.all));
  const sent = sets.filter((names) => names.every((name) => has(value, name)));
  return sent.length > 1 ? texts.onlyOneOf(text) : texts.needsOneOf(text);
}

/** Either no branch has the type of the value, or several branches match although only one may. */
function ofShapes(branches: NormalSchema[], value: PlainValue | undefined, texts: ErrorTexts): string {
  const types = branches.map(typesOf);
  const words = [...new Set(types.flat().filter((type) => type !== 'null'))];
  if (types.some((names) => names.includes(typeOf(value)))) return texts.matchesSeveral();
  return types.every((names) => names.length > 0) ? texts.mustBe(texts.or(words.map(texts.type))) : texts.matchesNone();
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

function typesIn(types: unknown): string[] {
  return [types].flat().map(String);
}

function choices(values: unknown, texts: ErrorTexts): string {
  const all = Array.isArray(values) ? values : [];
  const words = all.map((value) => (value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value)));
  return words.length > MAX_LISTED ? texts.oneOfMany(words, MAX_LISTED) : texts.or(words);
}

/** Length in Unicode characters, as the limit counts them. */
function lengthOf(value: PlainValue | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}
