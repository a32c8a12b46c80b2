import { member } from '@contract/json/json-values';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { hasSameBytes, isAssetReference } from '@contract/workflow/asset-references';
import { asLink, executionOrder, nodeLinks, type Graph, type GraphNode } from '@contract/workflow/graph';

/** Ids of the same node in two workflows: id before → id after. */
export type NodePairs = ReadonlyMap<string, string>;

/** Returns true if two literals are equal as written: `1.0` and `1` differ. The same file has a different id on each server. */
export function isSameLiteral(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  return (
    (isAssetReference(left) && isAssetReference(right) && hasSameBytes(left, right)) ||
    stringifyJson(left) === stringifyJson(right)
  );
}

/** Pairs nodes with the same id and class, then the rest by structure. */
export function pairById(before: Graph, after: Graph): NodePairs {
  const matching = new Matching(before, after);
  for (const node of before.values()) {
    if (after.get(node.id)?.classType === node.classType) matching.pair(node.id, node.id);
  }
  return matching.pairRest();
}

/** Pairs nodes regardless of their ids. */
export function pairByStructure(before: Graph, after: Graph): NodePairs {
  return new Matching(before, after).pairRest();
}

/**
 * Returns true if the ids of two workflows can be compared: an editor that renumbers nodes gives some ids to nodes of other
 * classes, or uses other ids throughout.
 */
export function hasSameIds(before: Graph, after: Graph): boolean {
  const shared = [...before.values()].filter(({ id }) => after.has(id));
  return (
    shared.length * 2 >= Math.min(before.size, after.size) &&
    shared.every(({ id, classType }) => after.get(id)?.classType === classType)
  );
}

/** Of a large group of equal nodes, only this many are compared with each other. */
const MAX_CANDIDATES = 16;

interface Reader {
  id: string;
  input: string;
}

/** One workflow, with everything that its nodes are paired by. */
interface Side {
  graph: Graph;
  /** Outputs first: a node is then paired after the nodes that read it. */
  ids: readonly string[];
  readers: ReadonlyMap<string, readonly Reader[]>;
  /** Class, title and literals of each node. */
  content: ReadonlyMap<string, string>;
  /** The same, including everything that it reads. */
  ancestry: ReadonlyMap<string, string>;
}

/**
 * Pairs nodes in rounds, from certain to likely. After each pair its position decides first: what two paired nodes read by the
 * same input, and what reads them, is paired before anything is guessed from content.
 */
class Matching {
  private readonly pairs = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly before: Side;
  private readonly after: Side;

  constructor(before: Graph, after: Graph) {
    const numbers = new Map<string, string>();
    this.before = sideOf(before, numbers);
    this.after = sideOf(after, numbers);
  }

  pair(id: string, counterpart: string): void {
    this.pairs.set(id, counterpart);
    this.taken.add(counterpart);
  }

  pairRest(): NodePairs {
    this.pairUnique(({ ancestry }, id) => ancestry.get(id));
    this.pairUnique(({ content }, id) => content.get(id));
    this.spread([...this.pairs.keys()]);
    this.pairInOrder(({ ancestry }, id) => ancestry.get(id));
    this.pairInOrder(({ content }, id) => content.get(id));
    // An unrelated node of the same class is another node.
    this.pairInOrder(({ graph }, id) => graph.get(id)?.classType, 1);
    this.pairReplaced();
    return this.pairs;
  }

  private free(side: Side): string[] {
    return side.ids.filter((id) => (side === this.before ? !this.pairs.has(id) : !this.taken.has(id)));
  }

  private groups(side: Side, keyOf: KeyOf): Map<string, string[]> {
    const groups = new Map<string, string[]>();
    for (const id of this.free(side)) {
      const key = keyOf(side, id) ?? '';
      const group = groups.get(key);
      if (group) group.push(id);
      else groups.set(key, [id]);
    }
    return groups;
  }

  private pairUnique(keyOf: KeyOf): void {
    const counterparts = this.groups(this.after, keyOf);
    for (const [key, [id, ...others]] of this.groups(this.before, keyOf)) {
      const [counterpart, ...more] = counterparts.get(key) ?? [];
      if (id === undefined || counterpart === undefined || others.length + more.length > 0) continue;
      this.pair(id, counterpart);
    }
  }

  /** @param minimum number of equal inputs that a pair needs, unless neither node has inputs */
  private pairInOrder(keyOf: KeyOf, minimum = 0): void {
    const counterparts = this.groups(this.after, keyOf);
    for (const id of this.free(this.before)) {
      if (this.pairs.has(id)) continue;
      const group = counterparts.get(keyOf(this.before, id) ?? '');
      const best = group ? this.mostSimilar(id, group, minimum) : null;
      if (best === null) continue;
      this.pair(id, best);
      this.spread([id]);
    }
  }

  private mostSimilar(id: string, group: string[], minimum: number): string | null {
    // Later searches begin behind the nodes that are paired.
    while (group.length > 0 && this.taken.has(group.at(-1) ?? '')) group.pop();
    let best: string | null = null;
    let most = -1;
    for (const candidate of group.slice(-MAX_CANDIDATES).reverse()) {
      if (this.taken.has(candidate)) continue;
      const { equal, isFull } = this.compareInputs(id, candidate);
      if (equal > most && (isFull || equal >= minimum)) [best, most] = [candidate, equal];
      if (isFull) break;
    }
    return best;
  }

  /** Counts equal inputs, links as far as the linked nodes are paired. */
  private compareInputs(id: string, candidate: string): { equal: number; isFull: boolean } {
    const left = this.before.graph.get(id)?.inputs ?? {};
    const right = this.after.graph.get(candidate)?.inputs ?? {};
    const names = Object.keys(left);
    const equal = names.filter((name) => {
      const [value, other] = [left[name], Object.hasOwn(right, name) ? right[name] : undefined];
      if (value === undefined || other === undefined) return false;
      const [from, to] = [asLink(value), asLink(other)];
      if (!from || !to) return !from && !to && isSameLiteral(value, other);
      const paired = this.pairs.get(from.nodeId);
      return from.slot === to.slot && (paired === undefined ? !this.taken.has(to.nodeId) : paired === to.nodeId);
    }).length;
    return { equal, isFull: equal === names.length && names.length === Object.keys(right).length };
  }

  /** Pairs the neighbors of paired nodes that have the same class. */
  private spread(ids: string[]): void {
    const open = ids;
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const counterpart = this.pairs.get(id);
      if (counterpart === undefined) continue;
      for (const [source, other] of [...this.sourcesOf(id, counterpart), ...this.readersOf(id, counterpart)]) {
        if (this.pairs.has(source) || this.taken.has(other)) continue;
        if (this.before.graph.get(source)?.classType !== this.after.graph.get(other)?.classType) continue;
        this.pair(source, other);
        open.push(source);
      }
    }
  }

  /** Returns what both nodes read by inputs of the same name. */
  private sourcesOf(id: string, counterpart: string): [string, string][] {
    const inputs = this.after.graph.get(counterpart)?.inputs ?? {};
    return linksOf(this.before, id).flatMap(({ input, link }): [string, string][] => {
      const other = Object.hasOwn(inputs, input) ? asLink(inputs[input]) : null;
      const isThere = other && this.before.graph.has(link.nodeId) && this.after.graph.has(other.nodeId);
      return isThere && other.slot === link.slot ? [[link.nodeId, other.nodeId]] : [];
    });
  }

  /** Returns the nodes that are alone in reading them by an input of that name and class. */
  private readersOf(id: string, counterpart: string): [string, string][] {
    const others = soleReaders(this.after, counterpart, (reader) => !this.taken.has(reader));
    const found: [string, string][] = [];
    for (const [key, reader] of soleReaders(this.before, id, (reader) => !this.pairs.has(reader))) {
      const other = others.get(key);
      if (reader !== null && other) found.push([reader, other]);
    }
    return found;
  }

  /** Pairs nodes of different classes if one is where the other was: read by the same node, by the same input. */
  private pairReplaced(): void {
    for (const id of this.free(this.before)) {
      for (const { id: reader, input } of this.before.readers.get(id) ?? []) {
        const counterpart = this.after.graph.get(this.pairs.get(reader) ?? '');
        const other =
          counterpart && Object.hasOwn(counterpart.inputs, input) ? asLink(counterpart.inputs[input]) : null;
        if (!other || this.taken.has(other.nodeId) || !this.after.graph.has(other.nodeId)) continue;
        this.pair(id, other.nodeId);
        break;
      }
      const sameId = this.after.graph.get(id);
      if (this.pairs.has(id) || !sameId || this.taken.has(id)) continue;
      const inputs = Object.keys(this.before.graph.get(id)?.inputs ?? {});
      if (inputs.some((input) => Object.hasOwn(sameId.inputs, input))) this.pair(id, id);
    }
  }
}

type KeyOf = (side: Side, id: string) => string | undefined;

function linksOf(side: Side, id: string) {
  const node = side.graph.get(id);
  return node ? nodeLinks(node) : [];
}

/** Returns the free readers of a node by input and class; `null` if several share both. */
function soleReaders(side: Side, id: string, isFree: (id: string) => boolean): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const reader of side.readers.get(id) ?? []) {
    if (!isFree(reader.id)) continue;
    const key = stringifyJson([reader.input, side.graph.get(reader.id)?.classType ?? '']);
    found.set(key, found.has(key) ? null : reader.id);
  }
  return found;
}

/** @param numbers shared by both sides: a short text for each long one, so that ancestries do not grow with their depth */
function sideOf(graph: Graph, numbers: Map<string, string>): Side {
  const short = (text: string) => {
    const known = numbers.get(text) ?? String(numbers.size);
    numbers.set(text, known);
    return known;
  };
  const { order, cyclic } = executionOrder(graph);
  const readers = new Map<string, Reader[]>();
  const content = new Map<string, string>();
  const ancestry = new Map<string, string>();
  for (const id of [...order, ...cyclic]) {
    const node = graph.get(id);
    if (!node) continue;
    const own = short(contentText(node));
    const links = nodeLinks(node).map(({ input, link }) => {
      const reader = { id, input };
      const list = readers.get(link.nodeId);
      if (list) list.push(reader);
      else readers.set(link.nodeId, [reader]);
      return stringifyJson([input, link.slot, ancestry.get(link.nodeId) ?? '']);
    });
    content.set(id, own);
    ancestry.set(id, short(`${own} ${links.sort().join(' ')}`));
  }
  return { graph, ids: [...order, ...cyclic].reverse(), readers, content, ancestry };
}

function contentText({ classType, title, inputs }: GraphNode): string {
  const literals = Object.entries(inputs).filter(([, value]) => asLink(value) === null);
  const texts = literals.map(([name, value]) => stringifyJson([name, literalKey(value)]));
  return stringifyJson([classType, title, texts.sort()]);
}

/** Files with the same hash are equal, as in `isSameLiteral`. */
function literalKey(value: JsonValue): JsonValue {
  if (!isAssetReference(value) || !hasSameBytes(value, value)) return value;
  return [value.__type, member(value['info'], 'hash') ?? null];
}
