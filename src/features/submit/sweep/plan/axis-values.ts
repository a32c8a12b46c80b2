import { type JsonValue, numberFromText } from '@contract/json/lossless';
import { andList } from '@/lib/i18n/word-lists';
import { t } from '@/lib/i18n/messages';
import { integerText, type NumberLimits } from '@/lib/number-text';
import { formatInteger } from '@/lib/format';
import { limitsOf } from '@/shared/fields/number-range';
import { valueText } from '@/shared/fields/typed-text';
import { type FormField, rangeOf } from '../../draft/form-model';
import { checkValue, choiceKey, readFieldValue } from './field-value';
import { rangeValues } from './range-values';
import type { InputAxis, SeedsForm } from '@/domains/drafts/sweep-form';
import { randomSeed, seedRange } from '@/lib/seed';
import { MAX_CELLS } from '@/domains/batches/batch-plan';
import { choicesOf, readCount } from './sweep-form';
import { createRandom } from '@/lib/random-numbers';
import { expandWildcards, type WildcardLists } from '@/domains/wildcards/wildcards';
import { lowered } from '@/lib/i18n/lowered';

/** Values of an axis, and what is wrong with them. */
export interface AxisValues {
  rows: readonly { label: string; values: readonly JsonValue[] }[];
  problems: readonly AxisProblem[];
}

export interface AxisProblem {
  message: string;
  /** `missing`: nothing is entered yet, so nothing is wrong. `unfinished`: something is entered, but not all. */
  severity: 'error' | 'warning' | 'unfinished' | 'missing';
}

/** A value, or the text that is not one. */
type Item = { label: string; value: JsonValue } | { label: string; problem: string };

const MAX_LABEL = 80;

/** Returns the rows of an axis with one input. */
export function valuesOfInput(
  axis: InputAxis,
  field: FormField,
  isRunByComfyui: boolean,
  saved: WildcardLists = {},
): AxisValues {
  const items = itemsOf(axis, field, saved);
  if ('message' in items) return { rows: [], problems: [items] };
  const problems = [...problemsOf(items, field, isRunByComfyui), ...repetitions(items), ...ambiguities(axis, field)];
  const rows = items.flatMap((item) => ('value' in item ? [{ label: item.label, values: [item.value] }] : []));
  return { rows, problems };
}

function itemsOf(axis: InputAxis, field: FormField, saved: WildcardLists): Item[] | AxisProblem {
  switch (axis.source) {
    case 'list':
      return orMissing(
        listedTexts(axis.list, field).map((text) => itemOf(field, text)),
        t('No values yet.'),
      );
    case 'range': {
      if (axis.range.from.trim() === '' || axis.range.to.trim() === '') return missing(t('No range yet.'));
      return numbers(rangeValues(axis.range, field.kind !== 'float'));
    }
    case 'seeds':
      return numbers(seedValues(axis.seeds, limitsOf(rangeOf(field))));
    case 'choices': {
      const chosen = choicesOf(field).filter((choice) => axis.choices.includes(choiceKey(choice)));
      return orMissing(
        chosen.map((value) => ({ label: labelOf(value), value })),
        t('Nothing is chosen yet.'),
      );
    }
    case 'wildcards':
      return wildcardItems(axis, field, saved);
    case 'files':
      return fileItems(axis);
  }
}

/**
 * Numbers are separated by commas, spaces or lines; texts, which may contain commas, by lines only. Beside semicolons, a comma
 * between digits is a decimal comma.
 */
function listedTexts(list: string, { kind }: FormField): string[] {
  if (kind === 'float' && list.includes(';')) {
    return split(list, /[\s;]+/).map((text) => text.replace(DECIMAL_COMMA, '.'));
  }
  return split(
    list,
    kind === 'int' || kind === 'float' || kind === 'seed' ? /[\s,;]+/ : kind === 'combo' ? /[\n,]/ : '\n',
  );
}

const DECIMAL_COMMA = /(?<=\d),(?=\d)/;

function split(list: string, separator: RegExp | string): string[] {
  return list
    .split(separator)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Names two numbers that may be meant as one with a decimal comma. */
function ambiguities({ source, list }: InputAxis, { kind }: FormField): AxisProblem[] {
  if (source !== 'list' || kind !== 'float' || list.includes(';')) return [];
  const pair = split(list, /\s+/).find((text) => /^-?\d+,\d+$/.test(text));
  if (pair === undefined) return [];
  const [first = '', second = ''] = pair.split(',');
  return [
    {
      message: t('{pair} is read as {first} and {second}. Write {first}.{second} for one number.', {
        pair,
        first,
        second,
      }),
      severity: 'warning',
    },
  ];
}

function itemOf(field: FormField, text: string): Item {
  const read = readFieldValue(field, text);
  return 'value' in read ? { label: labelOf(read.value), value: read.value } : { label: shorten(text), ...read };
}

function numbers(result: { texts: string[] } | { problem: string }): Item[] | AxisProblem {
  if ('problem' in result) return { message: result.problem, severity: 'error' };
  return result.texts.map((text) => ({ label: text, value: numberFromText(text) }));
}

function wildcardItems({ wildcards }: InputAxis, field: FormField, saved: WildcardLists): Item[] | AxisProblem {
  const { text, by } = wildcards;
  const lists = withSavedLists(wildcards.lists, saved);
  if (text.trim() === '') return missing(t('No text yet.'));
  const count = readCount(wildcards.count);
  const seed = integerText(wildcards.seed);
  if (by === 'random' && (count === null || seed === null)) {
    const message =
      count === null ? t('The number of picks must be a whole number.') : t('The seed must be a whole number.');
    return { message, severity: 'error' };
  }
  const picks = by === 'random' ? { count: count ?? 1, seed: BigInt(seed ?? '0') } : null;
  const result = expandWildcards(text, lists, picks);
  if ('problem' in result) return { message: result.problem, severity: 'error' };
  return result.texts.map((value) => itemOf(field, value));
}

/** A list that is pasted for this sweep takes the place of a saved one. */
export function withSavedLists(pasted: WildcardLists, saved: WildcardLists): WildcardLists {
  const filled = Object.entries(pasted).filter(([, text]) => text.trim() !== '');
  return { ...saved, ...Object.fromEntries(filled) };
}

function fileItems({ files }: InputAxis): Item[] | AxisProblem {
  const failed = files.filter(({ problem }) => problem !== null);
  if (failed.length > 0) {
    return {
      message: t('{count, plural, one {# file was} other {# files were}} not uploaded.', { count: failed.length }),
      severity: 'error',
    };
  }
  const pending = files.filter(({ reference }) => reference === null);
  if (pending.length > 0) {
    const message = t('{count, plural, one {# file is} other {# files are}} still uploading.', {
      count: pending.length,
    });
    return { message, severity: 'unfinished' };
  }
  return orMissing(
    files.flatMap(({ name, reference }) => (reference === null ? [] : [{ label: shorten(name), value: reference }])),
    t('No files yet.'),
  );
}

function orMissing(items: Item[], message: string): Item[] | AxisProblem {
  return items.length > 0 ? items : missing(message);
}

function missing(message: string): AxisProblem {
  return { message, severity: 'missing' };
}

/** Returns each problem once, with the first values that have it. */
function problemsOf(items: readonly Item[], field: FormField, isRunByComfyui: boolean): AxisProblem[] {
  const found = new Map<string, { labels: string[]; text: string; severity: AxisProblem['severity'] }>();
  for (const item of items) {
    const check =
      'problem' in item ? { message: item.problem, isBlocking: true } : checkValue(field, item.value, isRunByComfyui);
    if (!check) continue;
    const severity = check.isBlocking ? 'error' : 'warning';
    const known = found.get(severity + check.message) ?? { labels: [], text: lowered(check.message), severity };
    known.labels.push(item.label || t('(empty)'));
    found.set(severity + check.message, known);
  }
  return [...found.values()].map(({ labels, text, severity }) => ({
    message: problemText(andList(labels, MAX_LISTED), text, severity),
    severity,
  }));
}

/** @param text a sentence in lower case */
export function problemText(where: string, text: string, severity: AxisProblem['severity']): string {
  return severity === 'warning'
    ? t('{where}: {problem} ComfyUI may reject it.', { where, problem: text })
    : `${where}: ${text}`;
}

/** Names values that are given more than once: each is a job. */
function repetitions(items: readonly Item[]): AxisProblem[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const item of items) {
    if (!('value' in item)) continue;
    const key = choiceKey(item.value);
    if (seen.has(key)) repeated.add(item.label || t('(empty)'));
    seen.add(key);
  }
  return repeated.size === 0
    ? []
    : [
        {
          message: t('{names}: given more than once, and runs as often.', {
            names: andList([...repeated], MAX_LISTED),
          }),
          severity: 'warning',
        },
      ];
}

const MAX_LISTED = 4;

/** Returns a value as one short line. */
export function labelOf(value: JsonValue): string {
  return shorten(valueText(value));
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_LABEL ? `${line.slice(0, MAX_LABEL - 1)}…` : line;
}

/** Returns distinct seeds as JSON text with every digit, or why there are none. */
export function seedValues(form: SeedsForm, limits: NumberLimits): { texts: string[] } | { problem: string } {
  const count = readCount(form.count);
  if (count === null) return { problem: t('The number of seeds must be a whole number, 1 or more.') };
  if (count > MAX_CELLS)
    return { problem: t('A sweep has at most {count} jobs.', { count: formatInteger(MAX_CELLS) }) };
  const [low, high] = seedRange(limits);
  if (form.by === 'random') {
    if (high - low + 1n < BigInt(count))
      return { problem: t('There are only {count} different seeds.', { count: high - low + 1n }) };
    const random = createRandom(BigInt(integerText(form.source) ?? '0'));
    const seeds = new Set<string>();
    while (seeds.size < count) seeds.add(randomSeed(limits, random));
    return { texts: [...seeds] };
  }
  const text = integerText(form.start);
  if (text === null) return { problem: t('The first seed must be a whole number.') };
  const first = BigInt(text);
  if (first + BigInt(count) - 1n > high)
    return { problem: t('The last seed would be greater than {max}.', { max: high }) };
  return { texts: Array.from({ length: count }, (_, index) => String(first + BigInt(index))) };
}
