import type { Graph } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import type { PromptText } from '@/domains/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@/domains/generation-inputs/read-generation-inputs';
import type { FormCard } from '../draft/form-model';

export interface MainInputs {
  /** Nodes with prompts, models, sizes and seeds, in that order. Empty for a workflow without prompts. */
  nodeIds: readonly string[];
  /** Labels of prompts by field key. */
  labels: ReadonlyMap<string, string>;
}

const NONE: MainInputs = { nodeIds: [], labels: new Map() };

/** Finds the inputs that users change most. Ignores definitions: a form must not reorder when they arrive. */
export function mainInputs(graph: Graph): MainInputs {
  const { positive, negative, models, sizes, seeds } = readGenerationInputs(graph, null);
  if (positive.length + negative.length === 0) return NONE;
  const size = sizes.flatMap(({ width, height }) => [width, height]);
  const sources = [positive, negative, models, size, seeds].flat();
  return {
    nodeIds: [...new Set(sources.map(({ nodeId }) => nodeId))],
    labels: new Map([...labelsOf('Positive prompt', positive), ...labelsOf('Negative prompt', negative)]),
  };
}

/** A node with several texts adds their names. */
function labelsOf(label: string, prompts: readonly PromptText[]): [key: string, label: string][] {
  return prompts.map(({ nodeId, input }) => {
    const isOnly = prompts.filter((prompt) => prompt.nodeId === nodeId).length === 1;
    return [fieldKey(nodeId, input), isOnly ? label : `${label}, ${input}`];
  });
}

/** Moves the cards of main inputs to the front; the others keep their order. */
export function withMainFirst(cards: readonly FormCard[], { nodeIds }: MainInputs): readonly FormCard[] {
  if (nodeIds.length === 0) return cards;
  const known = new Map(cards.map((card) => [card.nodeId, card]));
  const main = nodeIds.flatMap((id) => known.get(id) ?? []);
  const isMain = new Set(main);
  return [...main, ...cards.filter((card) => !isMain.has(card))];
}
