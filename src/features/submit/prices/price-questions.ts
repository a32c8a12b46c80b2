import type { JsonObject } from '@contract/json/lossless';
import type { GraphNode } from '@contract/workflow/graph';
import type { NodeDefinition } from '@contract/workflow/node-definitions';
import type { BatchAxis, BatchPlan } from '@/domains/batches/batch-plan';
import { mergedGraph } from '../draft/merge-values';
import type { SessionState } from '../draft/session-state';
import { priceQuestion, priceRule, type PriceInput, type PriceQuestion } from './price-rule';

/** What a node costs is asked `times`; `null`: nobody can say before the run. */
export interface AskedPrice {
  nodeId: string;
  question: PriceQuestion | null;
  times: number;
}

/** An expression with the different inputs that it is evaluated with. */
export interface ExpressionInputs {
  expr: string;
  inputs: readonly PriceInput[];
}

/** The same questions, each expression and each of its inputs once. `place`: where the answer is; `null` without a question. */
export interface GroupedQuestions {
  expressions: readonly ExpressionInputs[];
  asked: readonly { nodeId: string; times: number; place: { expression: number; input: number } | null }[];
}

export function groupQuestions(questions: readonly AskedPrice[]): GroupedQuestions {
  const expressions = new Map<string, { index: number; inputs: Map<string, number>; list: PriceInput[] }>();
  const placeOf = ({ expr, input }: PriceQuestion) => {
    const group = expressions.get(expr) ?? { index: expressions.size, inputs: new Map<string, number>(), list: [] };
    expressions.set(expr, group);
    const text = JSON.stringify(input);
    const at = group.inputs.get(text) ?? group.list.push(input) - 1;
    group.inputs.set(text, at);
    return { expression: group.index, input: at };
  };
  const asked = questions.map(({ nodeId, times, question }) => ({
    nodeId,
    times,
    place: question && placeOf(question),
  }));
  return { expressions: [...expressions].map(([expr, { list }]) => ({ expr, inputs: list })), asked };
}

/** Values of one node in a sweep for which prices are asked. */
const MAX_COMBINATIONS = 1000;

type PricedState = Pick<SessionState, 'form' | 'graph' | 'values' | 'definitions'>;

interface PaidNode {
  nodeId: string;
  node: GraphNode;
  definition: NodeDefinition;
}

/** Returns the nodes that cost something: partner nodes, and others whose authors state a price. */
function paidNodes({ form, graph, values, definitions }: PricedState): PaidNode[] {
  const found = new Map<string, NodeDefinition>();
  for (const { nodeId, classType } of form.outline) {
    const definition = definitions && Object.hasOwn(definitions, classType) ? definitions[classType] : undefined;
    if (definition && (definition.api_node === true || priceRule(definition))) found.set(nodeId, definition);
  }
  // Merging the values of a large workflow takes a moment, and most have no such node.
  if (found.size === 0) return [];
  const merged = mergedGraph(graph, form, values);
  return [...found].flatMap(([nodeId, definition]) => {
    const node = merged.get(nodeId);
    return node ? [{ nodeId, node, definition }] : [];
  });
}

function ask({ node, definition }: PaidNode, changed: JsonObject = {}): PriceQuestion | null {
  const rule = priceRule(definition);
  return rule && priceQuestion(rule, definition, { ...node.inputs, ...changed });
}

/** Returns the questions about a run. */
export function priceQuestions(state: PricedState): AskedPrice[] {
  return paidNodes(state).map((paid) => ({ nodeId: paid.nodeId, question: ask(paid), times: 1 }));
}

/** Returns the questions about all cells of a sweep: each node is asked once for each combination of its own values. */
export function sweepPriceQuestions(state: PricedState, plan: BatchPlan, count: number): AskedPrice[] {
  return paidNodes(state).flatMap((paid): AskedPrice[] => {
    const { nodeId } = paid;
    const axes = plan.axes.filter(({ inputs }) => inputs.some((input) => input.nodeId === nodeId));
    const combinations = axes.reduce((product, { rows }) => product * rows.length, 1);
    if (combinations > MAX_COMBINATIONS) return [{ nodeId, question: null, times: count }];
    const times = count / combinations;
    return changesOf(nodeId, axes).map((changed) => ({ nodeId, question: ask(paid, changed), times }));
  });
}

function changesOf(nodeId: string, axes: readonly BatchAxis[]): JsonObject[] {
  let found: JsonObject[] = [{}];
  for (const { inputs, rows } of axes) {
    const changes = rows.map(({ values }) =>
      Object.fromEntries(
        inputs.flatMap(({ nodeId: changed, input }, index) => {
          const value = values[index];
          return changed === nodeId && value !== undefined ? [[input, value]] : [];
        }),
      ),
    );
    found = found.flatMap((before) => changes.map((change) => ({ ...before, ...change })));
  }
  return found;
}
