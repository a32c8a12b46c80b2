import type { Labels } from '@contract/jobs/schemas';
import { LosslessNumber, type JsonValue } from '@contract/json/lossless';
import { asLink, type Graph } from '@contract/workflow/graph';

/** Searches read all of it, of all jobs. */
const MAX_TEXT = 2000;
const MAX_VALUE = 1000;
/** Shorter numbers are in every graph; seeds are longer. */
const MIN_DIGITS = 4;
/** Ids and hashes: nobody looks for them, and short words would be found in them by chance. */
const MACHINE_MADE = /^(?!\d+$)(?:blake3:)?[0-9a-f-]{16,}$/i;

/**
 * What people look for a job by, in lower case: its labels, then classes, titles, and the texts and long numbers that
 * the graph holds as values, each once.
 */
export function searchTextOf(labels: Labels, graph: Graph): string {
  const parts = new Set<string>();
  let size = 0;
  const add = (text: string) => {
    const part = text.trim().slice(0, MAX_VALUE).toLowerCase();
    if (part === '' || parts.has(part) || MACHINE_MADE.test(part)) return;
    parts.add(part);
    size += part.length + 1;
  };
  for (const label of Object.values(labels)) add(label);
  for (const { classType, title } of graph.values()) {
    add(classType);
    if (title !== null) add(title);
  }
  for (const { inputs } of graph.values()) {
    for (const value of textsOf(Object.values(inputs))) {
      if (size > MAX_TEXT) break;
      add(value);
    }
  }
  return [...parts].join('\n').slice(0, MAX_TEXT);
}

/** Texts and long numbers, wherever they sit. Iterative: a workflow may be nested deeply. */
function* textsOf(values: readonly JsonValue[]): Iterable<string> {
  const open = values.toReversed();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'number' || value instanceof LosslessNumber) {
      const digits = String(value);
      if (digits.length >= MIN_DIGITS) yield digits;
    } else if (typeof value === 'object' && value !== null && !asLink(value)) {
      for (const item of Object.values(value).toReversed()) open.push(item);
    }
  }
}
