import { finish, type Slices } from '../slices';
import { newNodeErrors, type NodeErrors, type NodeProblem } from '../jobs/node-errors';
import type { JsonValue } from '../json/lossless';
import { asLink, executionOrder, type Graph, type GraphNode } from './graph';
import { inputSpecs, type InputSpec, type NodeDefinition, type NodeDefinitions } from './node-definitions';
import { danglingLinks, noOutputNode, validateGraphInSlices } from './validate';

/**
 * Problems of `validateGraph` for which ComfyUI certainly rejects a workflow. ComfyUI checks less than a definition says: only
 * nodes that an output needs, and classes may replace its checks. The rest is left to ComfyUI when it gets the workflow (decision
 * 027).
 */

/** Modules whose classes are known to leave checks of bounds and links to ComfyUI. */
const CORE_MODULE = /^(?:nodes|comfy_extras\..+)$/;

/** Module prefix of the embedded engine's own classes. */
const OWN_MODULES = 'flowdeck.';

/** Returns true if ComfyUI runs this graph: all classes known from its definitions belong to ComfyUI. */
export function isRunByComfyui(graph: Graph, definitions: NodeDefinitions | null): boolean {
  const known = [...graph.values()].flatMap(({ classType }) => definitionOf(classType, definitions) ?? []);
  return (
    known.length > 0 &&
    known.every(({ python_module: module }) => typeof module === 'string' && !module.startsWith(OWN_MODULES))
  );
}

/** The part of a workflow that ComfyUI runs if only some of its output nodes are valid: it leaves out the others without failing. */
export interface PartialRun {
  /** Ids of the output nodes that run. */
  runs: readonly string[];
  /** The other output nodes, each with the first node of its branch that ComfyUI certainly rejects. */
  leftOut: readonly { id: string; causeId: string }[];
  /** Certain problems of the nodes that these need, by node id. */
  problems: NodeErrors;
}

export interface WorkflowCheck {
  /** Problems for which a submission is rejected at once, by node id: those of ComfyUI, or all for other engines. */
  rejected: NodeErrors;
  /** `null` if every output node runs, as far as known, or none. */
  partial: PartialRun | null;
  /** Missing choices that the class may have a value for, by node id: ComfyUI does not check them. */
  doubtful: NodeErrors;
}

export function checkWorkflow(graph: Graph, definitions: NodeDefinitions | null): WorkflowCheck {
  return finish(checkWorkflowInSlices(graph, definitions));
}

export function* rejectedProblemsInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<NodeErrors> {
  return (yield* checkWorkflowInSlices(graph, definitions)).rejected;
}

export function* checkWorkflowInSlices(graph: Graph, definitions: NodeDefinitions | null): Slices<WorkflowCheck> {
  const doubtful = newNodeErrors();
  const rejection = (rejected: NodeErrors): WorkflowCheck => ({ rejected, partial: null, doubtful });
  if (definitions === null || !isRunByComfyui(graph, definitions)) {
    return rejection(yield* validateGraphInSlices(graph, definitions));
  }
  const checked = checkedGraph(graph, definitions);
  yield;
  const sure = newNodeErrors();
  const lost = newNodeErrors();
  const problems = yield* validateGraphInSlices(checked, definitions);
  for (const [nodeId, found] of Object.entries(problems)) {
    const node = checked.get(nodeId);
    if (!node) continue;
    for (const problem of found) {
      const choice = choiceOf(problem, node, definitions);
      if (choice) ((isNeededChoice(choice) ? lost : doubtful)[nodeId] ??= []).push(problem);
      else if (isSure(problem, node, checked, definitions)) (sure[nodeId] ??= []).push(problem);
    }
  }
  if (Object.values(sure).some((found) => found.some(({ reason }) => isOfWholePrompt(reason)))) {
    return rejection(only(sure, isOfWholePrompt));
  }
  const outputs = [...checked.values()].filter(
    ({ classType }) => definitionOf(classType, definitions)?.output_node === true,
  );
  if (outputs.length === 0) return rejection(noOutputNode(graph));
  yield;
  const causes = causesOf(checked, sure);
  const good = outputs.filter(({ id }) => !causes.has(id));
  yield;
  if (good.length === 0) return rejection(ofOutputs(checked, outputs, sure));
  const dead = ofRun(graph, good, lost);
  if (good.length === outputs.length || Object.keys(dead).length > 0) return rejection(dead);
  const bad = outputs.filter(({ id }) => causes.has(id));
  const leftOut = bad.map(({ id }) => ({ id, causeId: causes.get(id) ?? id }));
  const partial = { runs: good.map(({ id }) => id), leftOut, problems: ofOutputs(checked, bad, sure) };
  return { rejected: dead, partial, doubtful };
}

/** Reduces a graph to what ComfyUI checks: the inputs that a class declares under these names. It ignores a choice that is connected. */
function checkedGraph(graph: Graph, definitions: NodeDefinitions): Graph {
  const checked = new Map<string, GraphNode>();
  for (const [id, node] of graph) {
    const definition = definitionOf(node.classType, definitions);
    if (!definition) {
      checked.set(id, node);
      continue;
    }
    const declared = new Map(inputSpecs(definition, node.inputs).map((spec) => [spec.name, spec]));
    const isChecked = ([name, value]: [string, JsonValue]) => {
      const spec = declared.get(name);
      return spec !== undefined && !(spec.isDynamic && asLink(value));
    };
    const inputs = Object.entries(node.inputs).filter(isChecked);
    checked.set(id, { ...node, inputs: Object.fromEntries(inputs) });
  }
  return checked;
}

/** ComfyUI checks every class before anything else. */
function isOfWholePrompt(reason: string): boolean {
  return reason === 'unknown_class' || reason === 'no_output_node';
}

function only(errors: NodeErrors, isKept: (reason: string) => boolean): NodeErrors {
  const kept = newNodeErrors();
  for (const [nodeId, problems] of Object.entries(errors)) {
    const left = problems.filter(({ reason }) => isKept(reason));
    if (left.length > 0) kept[nodeId] = left;
  }
  return kept;
}

/** Returns nodes that ComfyUI cannot run, by id, each with the first node that is why: itself, or one that it depends on. */
function causesOf(graph: Graph, sure: NodeErrors): Map<string, string> {
  const causes = new Map<string, string>();
  const { order, cyclic } = executionOrder(graph);
  for (const id of [...order, ...cyclic]) {
    const node = graph.get(id);
    if (!node) continue;
    const source = sources(node).find((each) => causes.has(each));
    const cause = source === undefined ? undefined : causes.get(source);
    if (cause !== undefined) causes.set(id, cause);
    else if (sure[id]) causes.set(id, id);
  }
  return causes;
}

/** Returns the problems of the nodes that these outputs need. */
function ofOutputs(graph: Graph, outputs: readonly GraphNode[], sure: NodeErrors): NodeErrors {
  const named = newNodeErrors();
  for (const { id } of neededNodes(graph, outputs)) {
    const own = sure[id];
    if (own) named[id] = own;
  }
  return named;
}

/** Returns the dynamic choice that a problem is about. */
function choiceOf({ field }: NodeProblem, node: GraphNode, definitions: NodeDefinitions): InputSpec | undefined {
  const definition = definitionOf(node.classType, definitions);
  const specs = definition ? inputSpecs(definition, node.inputs) : [];
  return specs.find(({ name, isDynamic }) => isDynamic && name === field);
}

/**
 * Returns true if a node cannot run without a valid value of this choice. ComfyUI's checks ignore a choice that is missing or has no such
 * option: everything before the node runs, which takes minutes or costs money, and then the node fails for lack of an argument. Choices
 * within choices are members of a value, for which the class may have a default.
 */
export function isNeededChoice({ isDynamic, required, parent }: InputSpec): boolean {
  return isDynamic === true && required && parent === undefined;
}

/**
 * Returns problems that ComfyUI does not find, of the nodes that the outputs need: lost choices, and links to missing nodes in inputs
 * that it does not check. With the latter its only worker dies with an exception (`NodeNotFoundError` in `add_node`): this prompt and
 * all later ones wait until ComfyUI is restarted.
 */
function ofRun(graph: Graph, outputs: readonly GraphNode[], lost: NodeErrors): NodeErrors {
  const errors = newNodeErrors();
  for (const node of neededNodes(graph, outputs)) {
    const problems = [...danglingLinks(node, graph), ...(lost[node.id] ?? [])];
    if (problems.length > 0) errors[node.id] = problems;
  }
  return errors;
}

function neededNodes(graph: Graph, outputs: readonly GraphNode[]): GraphNode[] {
  const needed = new Map<string, GraphNode>();
  const open = outputs.map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.get(id);
    if (!node || needed.has(id)) continue;
    needed.set(id, node);
    open.push(...sources(node));
  }
  return [...needed.values()];
}

/** Returns the ids of nodes that this one reads from. */
function sources(node: GraphNode): string[] {
  return Object.values(node.inputs).flatMap((value) => asLink(value)?.nodeId ?? []);
}

function isSure(problem: NodeProblem, node: GraphNode, graph: Graph, definitions: NodeDefinitions): boolean {
  const link = asLink(node.inputs[problem.field]);
  switch (problem.reason) {
    case 'unknown_class':
    case 'no_output_node':
    case 'missing_input':
    case 'missing_node':
    case 'cycle':
      return true;
    case 'below_min':
    case 'above_max':
      return isCore(node.classType, definitions) && !loadsFile(node.classType, definitions);
    case 'bad_link':
    case 'wrong_type': {
      if (!link) return problem.reason === 'wrong_type' && isRejectedLiteral(problem.field, node, definitions);
      const source = graph.get(link.nodeId)?.classType ?? '';
      return isCore(node.classType, definitions) && isCore(source, definitions);
    }
    default:
      return false;
  }
}

/** ComfyUI converts numbers, treats a list as a link, and leaves the type of every other literal to the class. */
function isRejectedLiteral(field: string, node: GraphNode, definitions: NodeDefinitions): boolean {
  const value = node.inputs[field];
  if (Array.isArray(value)) return value.length !== 2;
  const { required, optional } = definitionOf(node.classType, definitions)?.input ?? {};
  const [type] = required?.[field] ?? optional?.[field] ?? [];
  return type === 'INT' || type === 'FLOAT';
}

function isCore(classType: string, definitions: NodeDefinitions): boolean {
  const { python_module: module } = definitionOf(classType, definitions) ?? {};
  return typeof module === 'string' && CORE_MODULE.test(module);
}

/** Core classes that load a file validate it themselves; some thereby replace the checks of all their inputs. */
function loadsFile(classType: string, definitions: NodeDefinitions): boolean {
  const { required, optional } = definitionOf(classType, definitions)?.input ?? {};
  const isUpload = ([option, value]: [string, unknown]) => option.endsWith('_upload') && value === true;
  return Object.values({ ...required, ...optional }).some(([, options]) =>
    Object.entries(options ?? {}).some(isUpload),
  );
}

function definitionOf(classType: string, definitions: NodeDefinitions | null): NodeDefinition | undefined {
  return definitions && Object.hasOwn(definitions, classType) ? definitions[classType] : undefined;
}
