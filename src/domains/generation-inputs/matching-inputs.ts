import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { InputSource } from '@contract/workflow/generation-inputs/generation-inputs';
import { readGenerationInputs } from '@contract/workflow/generation-inputs/read-generation-inputs';
import { asLink, type Graph } from '@contract/workflow/graph';
import { mainSources, type MainRole, type MainSource } from './main-sources';

/** A value to use in another workflow. */
export interface ReusedValue extends InputSource {
  /** The class of its node: the same id may be another node there. */
  classType: string;
  /** What it means for the result; `null` if that is not known. */
  role: MainRole | null;
  value: JsonValue;
}

/** Names of files and options: inputs of another name have others. */
const NAMED_ROLES: ReadonlySet<MainRole> = new Set(['model', 'lora', 'vae', 'file', 'sampler', 'scheduler'] as const);

/** Whether the workflow has the input itself, and not a link there. */
export function hasInput(graph: Graph, { nodeId, classType, input }: Omit<ReusedValue, 'role' | 'value'>): boolean {
  const node = graph.get(nodeId);
  return node?.classType === classType && isWritten(graph, { nodeId, input });
}

/**
 * Returns the inputs of a workflow for values of another one, in their order: each the same input of the same node, or if there is
 * none, the inputs with the same meaning, as long as both have as many of them. `null` where there is none.
 */
export function matchingInputs(graph: Graph, values: readonly ReusedValue[]): (InputSource | null)[] {
  let known: readonly MainSource[] | null = null;
  return values.map((value) => {
    if (hasInput(graph, value)) return { nodeId: value.nodeId, input: value.input };
    const { role } = value;
    if (role === null) return null;
    known ??= mainSources(readGenerationInputs(graph, null)).filter((source) => isWritten(graph, source));
    const alike = known.filter((source) => source.role === role);
    const given = values.filter((other) => other.role === role);
    const found = alike.length === given.length ? alike[given.indexOf(value)] : undefined;
    return found && fits(graph, found, value) ? { nodeId: found.nodeId, input: found.input } : null;
  });
}

function isWritten(graph: Graph, source: InputSource): boolean {
  const value = valueAt(graph, source);
  return value !== undefined && !asLink(value);
}

function valueAt(graph: Graph, { nodeId, input }: InputSource): JsonValue | undefined {
  const inputs = graph.get(nodeId)?.inputs;
  return inputs && Object.hasOwn(inputs, input) ? inputs[input] : undefined;
}

function fits(graph: Graph, found: InputSource, { input, role, value }: ReusedValue): boolean {
  if (role !== null && NAMED_ROLES.has(role) && input !== found.input) return false;
  const before = valueAt(graph, found);
  return before !== undefined && (isNumber(before) ? isNumber(value) : typeof before === typeof value);
}
