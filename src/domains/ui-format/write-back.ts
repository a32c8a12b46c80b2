import { isNumber, isObject, isSameJson, member } from '@contract/json/json-values';
import { parseJson, replaceValue, stringifyJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import { isAssetReference } from '@contract/workflow/asset-references';
import { asLink, readWorkflow, type Graph, type GraphNode } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey, splitFieldKey } from '@/domains/drafts/field-key';
import type { UiProblem } from './conversion-result';
import { convertUiWorkflow } from './convert-ui-workflow';

/** What differs between two graphs and is not in the file that was written. */
export interface LeftChange {
  nodeId: string;
  /** Title on the canvas, else the class. */
  title: string;
  /** `null`: the whole node. */
  input: string | null;
  /**
   * `shared`: the value is also that of an input that has not changed, such as that of another instance of a subgraph. `unsaved`: the
   * file has no place for the value, which is the default of the class. `file`: the name of the file is not known.
   */
  reason: 'added' | 'deleted' | 'class' | 'link' | 'removed' | 'shared' | 'unsaved' | 'file';
}

export type WriteBackResult =
  | {
      ok: true;
      /** The file with the changed values; everything else is as it was, to the character. */
      text: string;
      left: LeftChange[];
      /** Names of written files, which are on a server: ComfyUI needs them in its input folder. */
      files: string[];
    }
  | { ok: false; problems: UiProblem[] };

export interface WriteBackRequest {
  /** Workflow in the UI format. */
  source: string;
  /** The graph that it became, and the graph with the user's changes. */
  before: string;
  after: string;
  /** Names of the files of inputs whose value is a file on a server, by field key. */
  fileNames: Readonly<Record<string, string>>;
}

/** Each is a conversion of the whole file. */
const MAX_ATTEMPTS = 3000;

/**
 * Writes changed values of a graph back to the UI-format file that it was converted from. The converter decides where a value belongs:
 * a saved value that equals the one before is replaced, the file is converted, and the place is right if the graph then differs by the
 * wanted values only. So whatever the converter reads is written back: lists and names of values, primitives, promoted widgets and
 * subgraphs in subgraphs. Changes that no saved value carries are returned (decision 116).
 * @throws JsonSyntaxError if a text is not JSON
 */
export function writeBack(
  request: WriteBackRequest,
  definitions: NodeDefinitions,
  newer?: NodeDefinitions,
): WriteBackResult {
  return new WriteBack(request.source, definitions, newer).run(request);
}

type Path = (string | number)[];

/** A place of a saved value. */
interface Place {
  path: Path;
  /** The list or the object that has it. */
  holder: JsonValue[] | JsonObject;
  key: string | number;
}

class WriteBack {
  private readonly tree: JsonValue;
  private readonly definitions: NodeDefinitions;
  private readonly newer: NodeDefinitions | undefined;
  private readonly nodes: SavedNode[];
  private text: string;
  private attemptsLeft = MAX_ATTEMPTS;

  constructor(source: string, definitions: NodeDefinitions, newer?: NodeDefinitions) {
    this.text = source;
    this.tree = parseJson(source, { allowNonFinite: true });
    this.definitions = definitions;
    this.newer = newer;
    this.nodes = savedNodes(this.tree);
  }

  run({ before, after, fileNames }: WriteBackRequest): WriteBackResult {
    const conversion = convertUiWorkflow(this.tree, this.definitions, this.newer);
    if (!conversion.ok) return conversion;
    let graph = graphOf(conversion.text);
    const { wanted, left, files } = changesOf(graphOf(before), graphOf(after), fileNames);
    for (const [key, value] of wanted) {
      const { nodeId, input } = splitFieldKey(key);
      const node = graph.get(nodeId);
      const known = node?.inputs[input];
      if (known !== undefined && isSameJson(known, value)) continue;
      const isHere = node !== undefined && known !== undefined && asLink(known) === null;
      const next = isHere ? this.place(graph, key, known, wanted) : null;
      if (next) graph = next;
      else
        left.push({
          nodeId,
          title: titleOf(node, nodeId),
          input,
          reason: this.isSaved(nodeId, known) ? 'shared' : 'unsaved',
        });
    }
    const lost = new Set(left.map(({ nodeId, input }) => fieldKey(nodeId, input ?? '')));
    const kept = [...files].flatMap(([key, name]) => (lost.has(key) ? [] : [name]));
    return { ok: true, text: this.text, left, files: [...new Set(kept)] };
  }

  /** Returns the graph with the value of a field in place; `null` if there is none. */
  private place(graph: Graph, key: string, known: JsonValue, wanted: ReadonlyMap<string, JsonValue>): Graph | null {
    const value = wanted.get(key);
    if (value === undefined) return null;
    const { nodeId, input } = splitFieldKey(key);
    const written = unwrapped(value);
    const attempt = (places: readonly Place[]): Graph | null => {
      const saved = places.map(({ holder, key: slot }) => valueAt(holder, slot));
      for (const { holder, key: slot } of places) setAt(holder, slot, written);
      const conversion = this.attemptsLeft > 0 ? convertUiWorkflow(this.tree, this.definitions, this.newer) : null;
      this.attemptsLeft -= 1;
      const next = conversion?.ok ? graphOf(conversion.text) : null;
      if (next && isOnly(graph, next, key, wanted)) {
        for (const { path } of places) this.text = replaceValue(this.text, path, stringifyJson(written));
        return next;
      }
      for (const [index, { holder, key: slot }] of places.entries()) setAt(holder, slot, saved[index] ?? null);
      return null;
    };
    const places = [...this.places(nodeId, known)];
    for (const place of places) {
      // Newer editors save a value by position and by name: both must change.
      const twin = places.find((other) => other !== place && other.key === input && isOfSameNode(other, place));
      const next = (twin && attempt([place, twin])) ?? attempt([place]);
      if (next) return next;
    }
    return null;
  }

  private isSaved(nodeId: string, known: JsonValue | undefined): boolean {
    return known !== undefined && !this.places(nodeId, known).next().done;
  }

  /** Saved values that a field may come from: of its node, of the nodes around it, and of primitives. */
  private *places(nodeId: string, known: JsonValue): Generator<Place> {
    const ids = nodeId.split(':').toReversed();
    const rank = ({ id, type }: SavedNode) =>
      ids.includes(id) ? ids.indexOf(id) : type === 'PrimitiveNode' ? ids.length : -1;
    const near = this.nodes.filter((node) => rank(node) >= 0).toSorted((left, right) => rank(left) - rank(right));
    const looked = unwrapped(known);
    for (const { path, entry } of near) {
      for (const name of ['widgets_values', 'widgets_values_named']) {
        const holder = member(entry, name);
        if (!Array.isArray(holder) && !isObject(holder)) continue;
        for (const slot of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
          if (isSameJson(valueAt(holder, slot), looked)) yield { path: [...path, name, slot], holder, key: slot };
        }
      }
    }
  }
}

interface SavedNode {
  id: string;
  type: string;
  path: Path;
  entry: JsonValue;
}

function savedNodes(tree: JsonValue): SavedNode[] {
  const graphs: { path: Path; value: JsonValue | undefined }[] = [{ path: [], value: tree }];
  const subgraphs = member(member(tree, 'definitions'), 'subgraphs');
  for (const [index, value] of (Array.isArray(subgraphs) ? subgraphs : []).entries()) {
    graphs.push({ path: ['definitions', 'subgraphs', index], value });
  }
  return graphs.flatMap(({ path, value }) => {
    const nodes = member(value, 'nodes');
    return (Array.isArray(nodes) ? nodes : []).map((entry, index) => ({
      id: nameOf(member(entry, 'id')),
      type: nameOf(member(entry, 'type')),
      path: [...path, 'nodes', index],
      entry,
    }));
  });
}

function isOfSameNode(left: Place, right: Place): boolean {
  return left.holder !== right.holder && left.path.slice(0, -2).join(' ') === right.path.slice(0, -2).join(' ');
}

function nameOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || isNumber(value) ? String(value) : '';
}

/** Returns the literals to write, by field key, and what is none of them. */
function changesOf(before: Graph, after: Graph, fileNames: Readonly<Record<string, string>>) {
  const wanted = new Map<string, JsonValue>();
  const files = new Map<string, string>();
  const left: LeftChange[] = [];
  for (const [nodeId, node] of before) {
    if (!after.has(nodeId)) left.push({ nodeId, title: titleOf(node, nodeId), input: null, reason: 'deleted' });
  }
  for (const [nodeId, node] of after) {
    const known = before.get(nodeId);
    const title = titleOf(node, nodeId);
    if (known?.classType !== node.classType) {
      left.push({ nodeId, title, input: null, reason: known ? 'class' : 'added' });
      continue;
    }
    for (const input of new Set([...Object.keys(known.inputs), ...Object.keys(node.inputs)])) {
      const [was, is] = [member(known.inputs, input), member(node.inputs, input)];
      if (isSameJson(was, is)) continue;
      const key = fieldKey(nodeId, input);
      if ((is !== undefined && asLink(is)) || (was !== undefined && asLink(was))) {
        left.push({ nodeId, title, input, reason: 'link' });
      } else if (is === undefined) {
        left.push({ nodeId, title, input, reason: 'removed' });
      } else if (!isAssetReference(is)) {
        wanted.set(key, is);
      } else {
        const name = fileNames[key];
        if (name === undefined) {
          left.push({ nodeId, title, input, reason: 'file' });
          continue;
        }
        wanted.set(key, name);
        files.set(key, name);
      }
    }
  }
  return { wanted, left, files };
}

/** Whether the change of a field is there, and no change that is not wanted. */
function isOnly(before: Graph, after: Graph, key: string, wanted: ReadonlyMap<string, JsonValue>): boolean {
  if (before.size !== after.size) return false;
  let isThere = false;
  for (const [nodeId, node] of after) {
    const known = before.get(nodeId);
    if (known?.classType !== node.classType) return false;
    for (const input of new Set([...Object.keys(known.inputs), ...Object.keys(node.inputs)])) {
      const is = member(node.inputs, input);
      if (isSameJson(member(known.inputs, input), is)) continue;
      const changed = fieldKey(nodeId, input);
      if (!isSameJson(wanted.get(changed), is)) return false;
      isThere ||= changed === key;
    }
  }
  return isThere;
}

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

function titleOf(node: GraphNode | undefined, nodeId: string): string {
  return node ? (node.title ?? node.classType) : nodeId;
}

/** Returns a literal as the editor saves it: a graph wraps its lists. */
function unwrapped(value: JsonValue): JsonValue {
  return member(value, '__value__') ?? value;
}

function valueAt(holder: Place['holder'], key: string | number): JsonValue {
  return (Array.isArray(holder) ? holder[Number(key)] : member(holder, String(key))) ?? null;
}

function setAt(holder: Place['holder'], key: string | number, value: JsonValue): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[String(key)] = value;
}
