import { LosslessNumber, type JsonValue } from '../json/lossless';
import { nearestNames } from '../nearest-names';
import { newNodeErrors, type NodeErrors, type NodeProblem } from '../jobs/node-errors';
import { finish, SliceMeter, type Slices } from '../slices';
import { isAssetReference } from './asset-references';
import { coerceLiteral, unwrapLiteral } from './coerce';
import { asLink, executionOrderInSlices, isJsonObject, nodeLinks, type Graph, type GraphNode } from './graph';
import { inputSpecs, outputTypes, type InputSpec, type NodeDefinitions } from './node-definitions';

/**
 * Job API 4, rule 1: graph structure, unknown classes, input types and bounds, cycles. The gateway rejects submissions with the
 * result; the console shows the same messages at the fields before submission.
 */

/** Signed or unsigned 64-bit integer; seeds reach 2^64 - 1 and are compared without doubles. */
const INTEGER = /^-?\d+$/;

/** Returns problems by node id; empty if the graph can run. Without definitions only the structure is validated. */
export function validateGraph(graph: Graph, definitions: NodeDefinitions | null): NodeErrors {
  return finish(validateGraphInSlices(graph, definitions));
}

export function* validateGraphInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<NodeErrors> {
  const errors = newNodeErrors();
  const meter = new SliceMeter();
  const report = (nodeId: string, problem: NodeProblem) => {
    (errors[nodeId] ??= []).push(problem);
  };

  for (const node of graph.values()) {
    if (meter.isFull(1 + Object.keys(node.inputs).length)) yield;
    for (const problem of danglingLinks(node, graph)) report(node.id, problem);
  }
  yield;
  const { cyclic } = yield* executionOrderInSlices(graph);
  for (const id of cyclic) {
    const inputs = Object.entries(graph.get(id)?.inputs ?? {});
    const field = inputs.find(([, value]) => asLink(value) !== null)?.[0] ?? '';
    report(id, { field, reason: 'cycle', message: 'Cycle: this node depends on itself' });
  }
  if (!definitions) return errors;
  yield;

  const unknown = new Map<string, string>();
  let hasOutputNode = false;
  for (const node of graph.values()) {
    const definition = Object.hasOwn(definitions, node.classType) ? definitions[node.classType] : undefined;
    if (!definition) {
      const message = unknown.get(node.classType) ?? unknownClass(node.classType, definitions, unknown.size);
      unknown.set(node.classType, message);
      report(node.id, { field: 'class_type', reason: 'unknown_class', message });
      continue;
    }
    const specs = inputSpecs(definition, node.inputs);
    if (meter.isFull(VALUES_PER_SPEC * (1 + specs.length))) yield;
    hasOutputNode ||= definition.output_node === true;
    for (const problem of inputProblems(node, specs, graph, definitions)) report(node.id, problem);
  }
  const isSound = Object.keys(errors).length === 0;
  return isSound && !hasOutputNode ? noOutputNode(graph) : errors;
}

/** Validating one input takes as long as reading this many values. */
const VALUES_PER_SPEC = 4;

/** Limit on suggestions, since each unknown class is compared with all known ones. */
const MAX_COMPARED = 20;

function unknownClass(classType: string, definitions: NodeDefinitions, compared: number): string {
  const near = compared < MAX_COMPARED ? nearestClass(classType, definitions) : null;
  return `Unknown node class ${classType}${near === null ? '' : `. Did you mean ${near}?`}`;
}

/** Returns the known class with the closest name, in case of a typo; `null` if there is none. */
export function nearestClass(classType: string, definitions: NodeDefinitions): string | null {
  const typos = Math.min(2, Math.floor(classType.length / 4));
  return nearestNames(classType, Object.keys(definitions), typos)[0] ?? null;
}

/** Returns the problem of a graph without an output node, reported at its last node. */
export function noOutputNode(graph: Graph): NodeErrors {
  const errors = newNodeErrors();
  const last = [...graph.keys()].at(-1);
  if (last === undefined) return errors;
  const message = 'The workflow has no output node. Add one, such as SaveImage';
  errors[last] = [{ field: '', reason: 'no_output_node', message }];
  return errors;
}

/** Finds links to nodes that the graph does not have. */
export function danglingLinks(node: GraphNode, graph: Graph): NodeProblem[] {
  return nodeLinks(node).flatMap(({ input: field, link }) => {
    if (graph.has(link.nodeId)) return [];
    return [{ field, reason: 'missing_node', message: `Reads from node ${link.nodeId}, which is not in the workflow` }];
  });
}

function inputProblems(
  node: GraphNode,
  specs: readonly InputSpec[],
  graph: Graph,
  definitions: NodeDefinitions,
): NodeProblem[] {
  return specs.flatMap((spec) => {
    const value = node.inputs[spec.name];
    if (value === undefined) {
      if (!spec.required) return [];
      return [{ field: spec.name, reason: 'missing_input', message: `${spec.name} is missing` }];
    }
    const link = asLink(value);
    const problem = link ? linkProblem(link, spec, graph, definitions) : literalProblem(value, spec);
    return problem ? [{ field: spec.name, ...problem }] : [];
  });
}

type Finding = { reason: string; message: string };

function linkProblem(
  link: { nodeId: string; slot: number },
  spec: InputSpec,
  graph: Graph,
  definitions: NodeDefinitions,
): Finding | null {
  const source = graph.get(link.nodeId);
  const definition = source && Object.hasOwn(definitions, source.classType) ? definitions[source.classType] : undefined;
  // Missing nodes and unknown classes are reported separately.
  if (!source || !definition) return null;
  const types = outputTypes(definition);
  const given = types[link.slot];
  if (given === undefined) {
    const count = types.length === 1 ? '1 output' : `${types.length} outputs`;
    return {
      reason: 'bad_link',
      message: `Node ${link.nodeId} (${source.classType}) has ${count}, none at slot ${link.slot}`,
    };
  }
  if (!spec.isUnchecked && !typesMatch(given, spec.type)) {
    return { reason: 'wrong_type', message: `Expected ${spec.type}, but node ${link.nodeId} outputs ${given}` };
  }
  return null;
}

/** `*` accepts any type; a comma-separated list is a union, as ComfyUI writes multiple types. */
export function typesMatch(given: string, wanted: string): boolean {
  if (given === '*' || wanted === '*') return true;
  const accepted = new Set(wanted.split(',').map((type) => type.trim()));
  return given.split(',').some((type) => accepted.has(type.trim()));
}

const MADE_IN_EDITOR =
  'ComfyUI’s editor makes this value when it queues, such as a recording or the image of a 3D scene. Use a node that loads a file instead';

/** Validates one literal against its definition, after ComfyUI's conversions. Returns `null` if it is valid. */
export function literalProblem(value: JsonValue, spec: InputSpec): Finding | null {
  if (spec.isMadeInEditor && value === '') return { reason: 'made_in_editor', message: MADE_IN_EDITOR };
  if (spec.isUnchecked) return null;
  // ComfyUI only converts and checks inputs with a single type.
  if (spec.type.includes(',') && !Array.isArray(value)) return null;
  switch (spec.kind) {
    case 'link':
      // Accepts anything, as PreviewAny does.
      if (spec.type === '*') return null;
      return { reason: 'missing_link', message: `${spec.name} must come from another node (${spec.type})` };
    case 'boolean':
      return Array.isArray(value) ? wrongType(spec, 'true or false', value) : null;
    case 'string':
      return Array.isArray(value) ? wrongType(spec, 'text', value) : null;
    case 'combo':
      return comboProblem(value, spec);
    case 'int':
    case 'float':
      return numberProblem(value, spec);
  }
}

function comboProblem(value: JsonValue, spec: InputSpec): Finding | null {
  if (spec.media) {
    if (value === '') return { reason: 'missing_file', message: 'A file is missing' };
    const isFile = isAssetReference(value) || typeof value === 'string';
    return isFile ? null : wrongType(spec, 'a file, as its name or as a core/ASSET reference', value);
  }
  const options = spec.options ?? [];
  const literal = unwrapLiteral(value);
  const plain = literal instanceof LosslessNumber ? literal.toNumber() : literal;
  if (options.some((option) => option === plain)) return null;
  const shown = options.slice(0, 8).join(', ') + (options.length > 8 ? `, and ${options.length - 8} more` : '');
  return { reason: 'not_in_list', message: `Not one of ${shown}` };
}

function numberProblem(value: JsonValue, spec: InputSpec): Finding | null {
  const converted = coerceLiteral(value, spec.kind);
  if (converted === null) {
    const isNumber = typeof value === 'number' || value instanceof LosslessNumber;
    if (isNumber) return { reason: 'wrong_type', message: `${spec.name} is too large for a number` };
    return wrongType(spec, spec.kind === 'int' ? 'a whole number' : 'a number', value);
  }
  // Infinity is text and is not compared with bounds.
  if (typeof converted.value === 'string') return null;
  const raw = String(converted.value);
  if (spec.min !== undefined && isBelow(raw, boundText(spec.min))) {
    return { reason: 'below_min', message: `At least ${boundText(spec.min)}` };
  }
  if (spec.max !== undefined && isBelow(boundText(spec.max), raw)) {
    return { reason: 'above_max', message: `At most ${boundText(spec.max)}` };
  }
  return null;
}

/**
 * Formats a bound as digits. Definitions are JSON parsed into doubles, where 2^64 - 1 and 2^63 - 1, the limits of the engines'
 * integer ranges, became the next power of two.
 */
function boundText(bound: number): string {
  if (bound === 2 ** 64 || bound === 2 ** 63) return (BigInt(bound) - 1n).toString();
  return Number.isInteger(bound) ? BigInt(bound).toString() : String(bound);
}

function isBelow(a: string, b: string): boolean {
  if (INTEGER.test(a) && INTEGER.test(b)) return BigInt(a) < BigInt(b);
  return Number(a) < Number(b);
}

function wrongType(spec: InputSpec, wanted: string, value: JsonValue): Finding {
  const found =
    value === null ? 'null' : Array.isArray(value) ? 'a list' : isJsonObject(value) ? 'an object' : `a ${typeof value}`;
  return { reason: 'wrong_type', message: `${spec.name} must be ${wanted}, not ${found}` };
}
