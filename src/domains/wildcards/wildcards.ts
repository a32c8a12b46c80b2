import { checksumOf } from '@/lib/checksum-of';
import { formatInteger } from '@/lib/format';
import { MAX_CELLS } from '../batches/batch-plan';
import { t } from '@/lib/i18n/messages';
import { createRandom } from '@/lib/random-numbers';
import { parseWildcards, WildcardProblem, type Template } from './wildcard-syntax';

/** Lists by name, as the user pasted them: one option per line, which may contain wildcards itself. */
export type WildcardLists = Readonly<Record<string, string>>;

/**
 * A template with its lists; `count` texts can result from it. `size`: characters and parts of the longest one. Lists may name each
 * other, so both can grow with each of them by powers.
 */
type Compiled = { count: bigint; size: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'sequence'; parts: readonly Compiled[] }
  /** `ends`: how many texts result from the parts up to each of them. */
  | { kind: 'choice'; parts: readonly Compiled[]; ends: readonly bigint[] }
);

/** More than 4,000 choices between two options in one text. */
const MAX_COUNT = 2n ** 4096n;
const MAX_SIZE = 100_000;
const MAX_CHARS_OF_ALL = 50_000_000;
/** Choices and lists inside of each other. */
const MAX_DEPTH = 200;

interface Picks {
  count: number;
  seed: bigint;
}

/**
 * Returns the texts of a template, each once: all in order, or random ones.
 * @param picks `null`: every combination
 */
export function expandWildcards(
  text: string,
  lists: WildcardLists,
  picks: Picks | null,
): { texts: string[] } | { problem: string } {
  try {
    const compiled = compiledText(text, lists);
    if (picks === null && compiled.count > BigInt(MAX_CELLS)) return { problem: tooMany(compiled.count) };
    return { texts: picks === null ? allTexts(compiled) : randomTexts(compiled, picks) };
  } catch (error) {
    if (error instanceof WildcardProblem) return { problem: error.message };
    throw error;
  }
}

/** A list from which runs draw values, `count` in all, or why there are none. */
export type CompiledList = { count: bigint; draw: (random: () => bigint) => string } | { problem: string };

/** Compiled once: every text of every run, and a form at each keystroke, asks for lists of up to 500,000 characters. */
const compiledLists = new WeakMap<WildcardLists, Map<string, CompiledList>>();

export function compiledList(name: string, lists: WildcardLists): CompiledList {
  const known = compiledLists.get(lists) ?? new Map<string, CompiledList>();
  compiledLists.set(lists, known);
  const list = known.get(name) ?? compileNamed(name, lists);
  known.set(name, list);
  return list;
}

function compileNamed(name: string, lists: WildcardLists): CompiledList {
  try {
    const compiled = compiledText(`__${name}__`, lists);
    return { count: compiled.count, draw: (random) => textAt(compiled, randomIndex(compiled, random)) };
  } catch (error) {
    if (error instanceof WildcardProblem) return { problem: error.message };
    throw error;
  }
}

function randomIndex({ count }: Compiled, random: () => bigint): bigint {
  // Two numbers: one has too few digits for many choices.
  return ((random() << 64n) | random()) % count;
}

/** @throws WildcardProblem */
function compiledText(text: string, lists: WildcardLists): Compiled {
  return compile(parseWildcards(text), { lists, known: new Map(), inside: [], depth: 0 });
}

/** Returns the names of the lists that a template uses, also through other lists, in order of use. */
export function wildcardNames(text: string, lists: WildcardLists): string[] {
  const names = new Set<string>();
  // Not recursive: each of thousands of lists may name the next one.
  const next = namesIn(text).toReversed();
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    const inner = new Set(optionsOf(name, lists).flatMap(namesIn));
    for (const other of [...inner].toReversed()) next.push(other);
  }
  return [...names];
}

function namesIn(text: string): string[] {
  const walk = (template: Template): string[] =>
    template.flatMap((part) =>
      part.kind === 'text' ? [] : part.kind === 'list' ? [part.name] : part.options.flatMap(walk),
    );
  try {
    return walk(parseWildcards(text));
  } catch (error) {
    if (error instanceof WildcardProblem) return [];
    throw error;
  }
}

function optionsOf(name: string, lists: WildcardLists): string[] {
  return Object.hasOwn(lists, name) ? listValues(lists[name] ?? '') : [];
}

/** Returns the lines of a list; empty ones and comments are omitted. */
export function listValues(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

interface Scope {
  lists: WildcardLists;
  /** Lists that were compiled before: many others may use the same one. */
  known: Map<string, Compiled>;
  /** Names of the lists that contain this template. */
  inside: readonly string[];
  depth: number;
}

/** @throws WildcardProblem */
function compile(template: Template, { depth, ...outer }: Scope): Compiled {
  if (depth > MAX_DEPTH)
    throw new WildcardProblem(t('More than {most} lists and choices are inside of each other.', { most: MAX_DEPTH }));
  const scope = { ...outer, depth: depth + 1 };
  return sequenceOf(
    template.map((part): Compiled => {
      if (part.kind === 'text') return { kind: 'text', text: part.text, count: 1n, size: part.text.length };
      if (part.kind === 'choice') return choiceOf(part.options.map((option) => compile(option, scope)));
      const list = scope.known.get(part.name) ?? compileList(part.name, scope);
      scope.known.set(part.name, list);
      return list;
    }),
  );
}

function compileList(name: string, scope: Scope): Compiled {
  if (scope.inside.includes(name)) throw new WildcardProblem(t('The list __{name}__ contains itself.', { name }));
  const options = optionsOf(name, scope.lists);
  if (options.length === 0) throw new WildcardProblem(t('The list __{name}__ has no values yet.', { name }));
  const inner = { ...scope, inside: [...scope.inside, name] };
  return choiceOf(options.map((option) => compile(parseOption(option, name), inner)));
}

function parseOption(option: string, name: string): Template {
  try {
    return parseWildcards(option);
  } catch (error) {
    if (error instanceof WildcardProblem)
      throw new WildcardProblem(t('In the list __{name}__: {message}', { name, message: error.message }));
    throw error;
  }
}

function sequenceOf(parts: readonly Compiled[]): Compiled {
  let count = 1n;
  let size = 1;
  for (const part of parts) {
    count = checkedCount(count * part.count);
    size += part.size;
  }
  if (size > MAX_SIZE) {
    throw new WildcardProblem(
      t('One text can grow to more than {count} characters. Use fewer lists inside of each other.', {
        count: formatInteger(MAX_SIZE),
      }),
    );
  }
  return { kind: 'sequence', parts, count, size };
}

function choiceOf(parts: readonly Compiled[]): Compiled {
  let count = 0n;
  let size = 0;
  const ends = parts.map((part) => {
    size = Math.max(size, part.size);
    count = checkedCount(count + part.count);
    return count;
  });
  return { kind: 'choice', parts, ends, count, size: size + 1 };
}

function checkedCount(count: bigint): bigint {
  if (count <= MAX_COUNT) return count;
  throw new WildcardProblem(
    t('These choices have more combinations than can be picked from. Use fewer lists inside of each other.'),
  );
}

/** @param index 0 to `count` - 1; the last choice of the text changes fastest */
function textAt(compiled: Compiled, index: bigint): string {
  if (compiled.kind === 'text') return compiled.text;
  if (compiled.kind === 'choice') {
    const at = indexOfPart(compiled.ends, index);
    const part = compiled.parts[at];
    return part ? textAt(part, index - (compiled.ends[at - 1] ?? 0n)) : '';
  }
  let rest = index;
  const texts = compiled.parts.toReversed().map((part) => {
    const text = textAt(part, rest % part.count);
    rest /= part.count;
    return text;
  });
  return texts.toReversed().join('');
}

/** Halves the parts that are left: a list may have ten thousand values, and a sweep as many jobs. */
function indexOfPart(ends: readonly bigint[], index: bigint): number {
  let from = 0;
  let to = ends.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ends[middle] ?? 0n) <= index) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Browsers hash longer texts by their length alone: a set of them compares each with all others. */
const MAX_HASHED_CHARS = 16_000;

/** Collects texts, each once. */
class Texts {
  readonly found: string[] = [];
  private readonly short = new Set<string>();
  /** Long texts by their checksum. */
  private readonly long = new Map<number, string[]>();
  private chars = 0;

  add(text: string): void {
    if (!this.isNew(text)) return;
    this.found.push(text);
    this.chars += text.length;
    if (this.chars <= MAX_CHARS_OF_ALL) return;
    const most = formatInteger(MAX_CHARS_OF_ALL / 1_000_000);
    throw new WildcardProblem(
      t('The texts have more than {millions} million characters together. Use fewer, or shorter ones.', {
        millions: most,
      }),
    );
  }

  private isNew(text: string): boolean {
    if (text.length <= MAX_HASHED_CHARS) return this.short.size < this.short.add(text).size;
    const checksum = checksumOf(text);
    const alike = this.long.get(checksum) ?? [];
    if (alike.includes(text)) return false;
    this.long.set(checksum, [...alike, text]);
    return true;
  }
}

function allTexts(compiled: Compiled): string[] {
  const texts = new Texts();
  for (let index = 0n; index < compiled.count; index += 1n) texts.add(textAt(compiled, index));
  return texts.found;
}

/** Attempts per wanted text: options that are written twice result in equal texts. */
const MAX_ATTEMPTS = 20;

function randomTexts(compiled: Compiled, { count, seed }: Picks): string[] {
  const random = createRandom(seed);
  const texts = new Texts();
  if (compiled.count <= BigInt(MAX_CELLS)) {
    // Shuffled, so that even the last of few combinations is found.
    const order = Array.from({ length: Number(compiled.count) }, (_, index) => ({ index, rank: random() }));
    order.sort((left, right) => (left.rank < right.rank ? -1 : 1));
    for (const { index } of order) if (texts.found.length < count) texts.add(textAt(compiled, BigInt(index)));
    return texts.found;
  }
  for (let attempt = 0; texts.found.length < count && attempt < count * MAX_ATTEMPTS; attempt += 1) {
    texts.add(textAt(compiled, randomIndex(compiled, random)));
  }
  return texts.found;
}

function tooMany(count: bigint): string {
  const most = formatInteger(MAX_CELLS);
  return count > 1_000_000_000n
    ? t('More than a billion combinations; a sweep has at most {most} jobs. Use random picks.', { most })
    : t('{count} combinations; a sweep has at most {most} jobs. Use random picks.', {
        count: formatInteger(Number(count)),
        most,
      });
}
