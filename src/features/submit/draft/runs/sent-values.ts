import type { JsonValue } from '@contract/json/lossless';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { valueText } from '@/shared/fields/typed-text';

interface Input {
  nodeId: string;
  name: string;
}

/** Entries are replaced, never changed; each seed field reads the same workflow. */
const graphs = new WeakMap<OutboxEntry, Graph | null>();

/** Returns the value of an input in the workflow that an entry sends; `undefined` if it has none. */
export function sentValue(entry: OutboxEntry, { nodeId, name }: Input): JsonValue | undefined {
  let graph = graphs.get(entry);
  if (graph === undefined) {
    const result = readWorkflow(entry.workflowText);
    graph = result.ok ? result.graph : null;
    graphs.set(entry, graph);
  }
  const inputs = graph?.get(nodeId)?.inputs;
  return inputs && Object.hasOwn(inputs, name) ? inputs[name] : undefined;
}

/** Returns the last run of a draft that became a job. */
export function lastSent(entries: Readonly<Record<string, OutboxEntry>>, draftId: string): OutboxEntry | null {
  return Object.values(entries)
    .filter((entry) => entry.draftId === draftId && entry.state.name === 'submitted')
    .reduce<OutboxEntry | null>((found, entry) => (found === null || isLater(entry, found) ? entry : found), null);
}

/** Returns the text of an input in the last job of a draft, with every digit; `null` if no job of the draft has it. */
export function lastSentText(
  entries: Readonly<Record<string, OutboxEntry>>,
  draftId: string,
  input: Input,
): string | null {
  const last = lastSent(entries, draftId);
  const value = last === null ? undefined : sentValue(last, input);
  return value === undefined ? null : valueText(value);
}

const MAX_USED = 10;

/** Returns the texts of an input in the jobs of a draft, newest first, each once. Reads workflows: for a menu that opens. */
export function usedTexts(
  entries: Readonly<Record<string, OutboxEntry>>,
  draftId: string,
  input: Input,
): readonly string[] {
  const newestFirst = Object.values(entries)
    .filter((entry) => entry.draftId === draftId && entry.state.name === 'submitted')
    .sort((left, right) => (isLater(left, right) ? -1 : 1));
  const texts = new Set<string>();
  for (const entry of newestFirst) {
    const value = sentValue(entry, input);
    if (value !== undefined) texts.add(valueText(value));
    if (texts.size === MAX_USED) break;
  }
  return [...texts];
}

/** Runs of one click may be stored within the same millisecond. */
function isLater(entry: OutboxEntry, other: OutboxEntry): boolean {
  if (entry.batch && entry.batch.id === other.batch?.id) return entry.batch.index > other.batch.index;
  return entry.createdAt > other.createdAt;
}
