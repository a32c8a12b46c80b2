import type { Graph } from '@contract/workflow/graph';
import { fieldKey } from '@/domains/drafts/field-key';
import { uniqueLabels } from '@/domains/drafts/unique-labels';
import { mainSources, type MainRole, type MainSource } from '@/domains/generation-inputs/main-sources';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { FormCard, FormField } from '../draft/form-model';

export interface MainInputs {
  /** Of the fields in the group, in their order. Empty for a workflow without prompts. */
  keys: readonly string[];
  /** Labels that differ from the names of the inputs, by field key. */
  labels: ReadonlyMap<string, string>;
}

/** A card as shown: some of its fields may stand in the group of main inputs. */
export interface ShownCard extends FormCard {
  /** Fields that stand in the group instead. */
  moved: readonly FormField[];
}

/** Instead of the id of a node. */
export const MAIN_CARD = '';

const NONE: MainInputs = { keys: [], labels: new Map() };
/** Their strength, or their place in the workflow, says more than their order of importance. */
const IN_NODES: ReadonlySet<MainRole> = new Set(['lora', 'vae'] as const);
/** Of workflows with many samplers, the first ones: the group stays short. */
const MAX_OF_ROLE = 4;
const PROMPT_LABELS: Partial<Record<MainRole, Message>> = {
  positive: msg('Positive prompt'),
  negative: msg('Negative prompt'),
};

/**
 * Finds the inputs that users change most, if they are spread over several nodes. Ignores definitions: a form must not reorder when
 * they arrive.
 */
export function mainInputs(graph: Graph): MainInputs {
  const inputs = readGenerationInputs(graph, null);
  if (inputs.positive.length + inputs.negative.length === 0) return NONE;
  const counts = new Map<MainRole, number>();
  const sources = mainSources(inputs).filter(({ role }) => {
    const count = (counts.get(role) ?? 0) + 1;
    counts.set(role, count);
    return !IN_NODES.has(role) && count <= MAX_OF_ROLE;
  });
  if (new Set(sources.map(({ nodeId }) => nodeId)).size < 2) return NONE;
  return { keys: sources.map(({ nodeId, input }) => fieldKey(nodeId, input)), labels: labelsOf(graph, sources) };
}

function labelsOf(graph: Graph, sources: readonly MainSource[]): ReadonlyMap<string, string> {
  const named = sources.map((source) => {
    const promptLabel = PROMPT_LABELS[source.role];
    const prompt = promptLabel && t(promptLabel);
    const isOnly = sources.filter(({ role, nodeId }) => role === source.role && nodeId === source.nodeId).length === 1;
    return {
      ...source,
      label: prompt === undefined || isOnly ? (prompt ?? source.input) : `${prompt}, ${source.input}`,
    };
  });
  const labels = uniqueLabels(graph, named);
  return new Map(
    named.flatMap(({ nodeId, input }, at): [string, string][] => {
      const label = labels[at] ?? input;
      return label === input ? [] : [[fieldKey(nodeId, input), label]];
    }),
  );
}

/**
 * Returns the card of main inputs, then those of the nodes with the fields that are left, in their order. Each field is in one card.
 * @param kept nodes whose cards are shown without any fields, since they have problems
 */
export function groupMain(cards: readonly FormCard[], { keys }: MainInputs, kept: ReadonlySet<string>): ShownCard[] {
  const fields = new Map(cards.flatMap((card) => card.fields.map((field) => [field.key, field])));
  const main = keys.flatMap((key) => fields.get(key) ?? []);
  const isMain = new Set(main);
  const rest = cards.flatMap((card): ShownCard[] => {
    const moved = card.fields.filter((field) => isMain.has(field));
    if (moved.length === 0) return [{ ...card, moved }];
    const left = card.fields.filter((field) => !isMain.has(field));
    return left.length === 0 && !kept.has(card.nodeId) ? [] : [{ ...card, fields: left, moved }];
  });
  if (main.length === 0) return rest;
  const isGuess = cards.some((card) => card.isGuess && card.fields.some((field) => isMain.has(field)));
  const group = {
    nodeId: MAIN_CARD,
    title: t('Main inputs'),
    classType: '',
    description: null,
    isGuess,
    fields: main,
    moved: [],
  };
  return [group, ...rest];
}
