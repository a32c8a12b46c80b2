import { formatInteger } from '@/lib/format';
import { MAX_CELLS } from '@/domains/batches/batch-plan';
import { createRandom } from './random-numbers';
import { parseWildcards, WildcardProblem, type Template } from './wildcard-syntax';

/** Lists by name, as the user pasted them: one option per line, which may contain wildcards itself. */
export type WildcardLists = Readonly<Record<string, string>>;

/** A template with its lists; `count` texts can result from it. */
type Compiled =
  | { kind: 'text'; text: string; count: bigint }
  | { kind: 'sequence' | 'choice'; parts: readonly Compiled[]; count: bigint };

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
    const compiled = compile(parseWildcards(text), { lists, known: new Map(), inside: [] });
    if (picks === null && compiled.count > BigInt(MAX_CELLS)) return { problem: tooMany(compiled.count) };
    return { texts: picks === null ? allTexts(compiled) : randomTexts(compiled, picks) };
  } catch (error) {
    if (error instanceof WildcardProblem) return { problem: error.message };
    throw error;
  }
}

/** Returns the names of the lists that a template uses, also through other lists, in order of use. */
export function wildcardNames(text: string, lists: WildcardLists): string[] {
  const names = new Set<string>();
  const visit = (source: string) => {
    for (const name of namesIn(source)) {
      if (names.has(name)) continue;
      names.add(name);
      for (const option of optionsOf(name, lists)) visit(option);
    }
  };
  visit(text);
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

/** Lines of a list; empty ones and comments are omitted. */
function optionsOf(name: string, lists: WildcardLists): string[] {
  const text = Object.hasOwn(lists, name) ? (lists[name] ?? '') : '';
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
}

function compile(template: Template, scope: Scope): Compiled {
  return sequenceOf(
    template.map((part): Compiled => {
      if (part.kind === 'text') return { kind: 'text', text: part.text, count: 1n };
      if (part.kind === 'choice') return choiceOf(part.options.map((option) => compile(option, scope)));
      const list = scope.known.get(part.name) ?? compileList(part.name, scope);
      scope.known.set(part.name, list);
      return list;
    }),
  );
}

function compileList(name: string, scope: Scope): Compiled {
  if (scope.inside.includes(name)) throw new WildcardProblem(`The list __${name}__ contains itself.`);
  const options = optionsOf(name, scope.lists);
  if (options.length === 0) throw new WildcardProblem(`The list __${name}__ has no values yet.`);
  const inner = { ...scope, inside: [...scope.inside, name] };
  return choiceOf(options.map((option) => compile(parseOption(option, name), inner)));
}

function parseOption(option: string, name: string): Template {
  try {
    return parseWildcards(option);
  } catch (error) {
    if (error instanceof WildcardProblem) throw new WildcardProblem(`In the list __${name}__: ${error.message}`);
    throw error;
  }
}

function sequenceOf(parts: readonly Compiled[]): Compiled {
  return { kind: 'sequence', parts, count: parts.reduce((product, { count }) => product * count, 1n) };
}

function choiceOf(parts: readonly Compiled[]): Compiled {
  return { kind: 'choice', parts, count: parts.reduce((sum, { count }) => sum + count, 0n) };
}

/** @param index 0 to `count` - 1; the last choice of the text changes fastest */
function textAt(compiled: Compiled, index: bigint): string {
  if (compiled.kind === 'text') return compiled.text;
  let rest = index;
  if (compiled.kind === 'choice') {
    for (const part of compiled.parts) {
      if (rest < part.count) return textAt(part, rest);
      rest -= part.count;
    }
    return '';
  }
  const texts = compiled.parts.toReversed().map((part) => {
    const text = textAt(part, rest % part.count);
    rest /= part.count;
    return text;
  });
  return texts.toReversed().join('');
}

function allTexts(compiled: Compiled): string[] {
  return [...new Set(Array.from({ length: Number(compiled.count) }, (_, index) => textAt(compiled, BigInt(index))))];
}

/** Attempts per wanted text: options that are written twice result in equal texts. */
const MAX_ATTEMPTS = 20;

function randomTexts(compiled: Compiled, { count, seed }: Picks): string[] {
  const random = createRandom(seed);
  const texts = new Set<string>();
  if (compiled.count <= BigInt(MAX_CELLS)) {
    // Shuffled, so that even the last of few combinations is found.
    const order = Array.from({ length: Number(compiled.count) }, (_, index) => ({ index, rank: random() }));
    order.sort((left, right) => (left.rank < right.rank ? -1 : 1));
    for (const { index } of order) if (texts.size < count) texts.add(textAt(compiled, BigInt(index)));
    return [...texts];
  }
  for (let attempt = 0; texts.size < count && attempt < count * MAX_ATTEMPTS; attempt += 1) {
    // Two numbers: one has too few digits for many choices.
    texts.add(textAt(compiled, ((random() << 64n) | random()) % compiled.count));
  }
  return [...texts];
}

function tooMany(count: bigint): string {
  const shown = count > 1_000_000_000n ? 'More than a billion' : formatInteger(Number(count));
  return `${shown} combinations; a sweep has at most ${formatInteger(MAX_CELLS)} jobs. Use random picks.`;
}
