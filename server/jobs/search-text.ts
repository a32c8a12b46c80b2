import { SliceMeter, type Slices } from '@contract/slices';
import type { Labels } from '@contract/jobs/schemas';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { asLink, type Graph, type GraphNode } from '@contract/workflow/graph';

/** Searches read the whole text of all jobs, within the response time of a list. */
const MAX_TEXT = 3000;
/** The rest is reserved for prompts, however many short words a graph has. */
const MAX_SHORT_WORDS = 2000;
/** Longer texts are usually prompts. */
const MAX_WORDS = 80;
const MAX_VALUE = 1000;
/** Shorter numbers are in every graph; seeds are longer. */
const MIN_DIGITS = 4;
/** Ids and hashes: users do not search for them, and short words would match them by chance. */
const MACHINE_MADE = /^(?!\d+$)(?:blake3:)?[0-9a-f-]{16,}$/i;

/**
 * Builds the searchable text of a job in lower case: its labels, then classes, long numbers, titles and literal texts of the
 * graph, without duplicates. Short texts come first, so that a prompt does not displace seeds and names.
 */
export function* searchTextInSlices(labels: Labels, graph: Graph): Slices<string> {
  const parts = new Set<string>();
  let size = 0;
  const add = (texts: Iterable<string>, limit: number) => {
    for (const text of texts) {
      if (size >= limit) return;
      const part = text
        .trim()
        .slice(0, Math.min(MAX_VALUE, limit - size))
        .toLowerCase();
      if (part === '' || parts.has(part) || MACHINE_MADE.test(part)) continue;
      parts.add(part);
      size += part.length + 1;
    }
  };
  const nodes = [...graph.values()];
  const { numbers, words, prompts } = yield* valuesOf(nodes);
  yield;
  const titles = nodes.flatMap(({ title }) => title ?? []);
  for (const texts of [Object.values(labels), nodes.map(({ classType }) => classType), numbers, titles, words]) {
    add(texts, MAX_SHORT_WORDS);
  }
  add(prompts, MAX_TEXT);
  return [...parts].join('\n');
}

function* valuesOf(nodes: readonly GraphNode[]): Slices<Record<'numbers' | 'words' | 'prompts', string[]>> {
  const meter = new SliceMeter();
  const values: Record<'numbers' | 'words' | 'prompts', string[]> = { numbers: [], words: [], prompts: [] };
  for (const { inputs } of nodes) {
    for (const value of literalsOf(Object.values(inputs))) {
      if (meter.isFull()) yield;
      if (typeof value === 'string') values[value.length > MAX_WORDS ? 'prompts' : 'words'].push(value);
      else if (String(value).length >= MIN_DIGITS) values.numbers.push(String(value));
    }
  }
  return values;
}

/** Yields texts and numbers at any depth. Iterative: a workflow may be nested deeply. */
function* literalsOf(values: readonly JsonValue[]): Iterable<string | number | LosslessNumber> {
  const open = values.toReversed();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' || typeof value === 'number' || value instanceof LosslessNumber) yield value;
    else if (typeof value === 'object' && value !== null && !asLink(value)) {
      for (const item of Object.values(value).toReversed()) open.push(item);
    }
  }
}
