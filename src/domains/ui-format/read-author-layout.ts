import type { AuthorBox, AuthorGroup, AuthorLayout, AuthorNote } from '@/domains/drafts/author-layout';
import { BYPASSED, MUTED, type UiBox, type UiGraph, type UiNode, type UiWorkflow } from './ui-graph';

/** A draft stores the layout: larger ones are not kept. */
const MAX_NODES = 3000;
const MAX_GROUPS = 300;
const MAX_NOTES = 100;
const MAX_TITLE = 200;
const MAX_NOTE_TEXT = 10_000;
const MAX_TEXT = 100_000;

/** Height of the title of a node, which is above its position. */
const TITLE_HEIGHT = 30;
/** Around the nodes of an opened subgraph. */
const PADDING = 20;
const NOTES: ReadonlySet<string> = new Set(['Note', 'MarkdownNote']);

/**
 * Returns the layout of a workflow in the UI format for a graph with these node ids. Subgraphs are opened in place: what is right of
 * their node or below it moves on. `null` if the file has no positions for most of the nodes, or too many nodes (decision 119).
 */
export function authorLayout(workflow: UiWorkflow, ids: ReadonlySet<string>): AuthorLayout | null {
  if (ids.size > MAX_NODES) return null;
  const { nodes, groups, notes } = new Placing(workflow, ids).run();
  if (nodes.length === 0 || nodes.length < ids.size / 2) return null;
  let textLeft = MAX_TEXT;
  const bounded = notes.slice(0, MAX_NOTES).map((note) => {
    const text = note.text.slice(0, Math.min(MAX_NOTE_TEXT, textLeft));
    textLeft -= text.length;
    return { ...note, text };
  });
  return {
    nodes: Object.fromEntries(nodes.map(({ id, ...box }) => [id, box])),
    groups: groups.slice(0, MAX_GROUPS),
    notes: bounded.filter(({ text }) => text !== ''),
  };
}

interface Placed {
  nodes: (AuthorBox & { id: string })[];
  groups: AuthorGroup[];
  notes: AuthorNote[];
}

class Placing {
  private readonly workflow: UiWorkflow;
  private readonly ids: ReadonlySet<string>;
  /** Nodes that may still be looked at: subgraphs in subgraphs multiply. */
  private left = MAX_NODES * 4;

  constructor(workflow: UiWorkflow, ids: ReadonlySet<string>) {
    this.workflow = workflow;
    this.ids = ids;
  }

  run(): Placed {
    return this.place(this.workflow.root, '', []);
  }

  private place(graph: UiGraph, prefix: string, around: readonly UiGraph[]): Placed {
    const placed: Placed = { nodes: [], groups: graph.groups.map(toGroup), notes: [] };
    const hosts: { box: AuthorBox; title: string; inner: Placed }[] = [];
    for (const node of graph.nodes.values()) {
      this.left -= 1;
      if (this.left < 0 || !node.box) continue;
      const box = outerBox(node.box, node);
      if (NOTES.has(node.type)) {
        placed.notes.push({ ...box, title: clipped(node.title ?? 'Note'), text: noteText(node) });
        continue;
      }
      const inner = this.inside(node, prefix, [...around, graph]);
      if (inner) hosts.push({ box, ...inner });
      else if (this.ids.has(prefix + node.id)) placed.nodes.push({ ...box, id: prefix + node.id });
    }
    // Each makes room for itself; the others move with everything else.
    for (const host of hosts) open(host, placed, hosts);
    return placed;
  }

  private inside(node: UiNode, prefix: string, around: readonly UiGraph[]): { title: string; inner: Placed } | null {
    const graph = this.workflow.subgraphs.get(node.type);
    if (!graph || node.mode === MUTED || node.mode === BYPASSED || around.includes(graph)) return null;
    const inner = this.place(graph, `${prefix}${node.id}:`, around);
    return inner.nodes.length === 0 ? null : { title: clipped(node.title ?? graph.name ?? ''), inner };
  }
}

/** Puts the content of a subgraph at the place of its node, in a frame. */
function open(
  { box, title, inner }: { box: AuthorBox; title: string; inner: Placed },
  placed: Placed,
  hosts: readonly { box: AuthorBox }[],
): void {
  const all = [...inner.nodes, ...inner.groups, ...inner.notes];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const width = Math.max(...all.map((each) => each.x + each.width)) - left + 2 * PADDING;
  const height = Math.max(...all.map((each) => each.y + each.height)) - top + 2 * PADDING + TITLE_HEIGHT;
  const moreX = Math.max(0, width - box.width);
  const moreY = Math.max(0, height - box.height);
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const movedX = (x: number) => (x >= right ? x + moreX : x);
  const movedY = (y: number) => (y >= bottom ? y + moreY : y);
  for (const each of [...placed.nodes, ...placed.notes, ...hosts.map((host) => host.box)]) {
    if (each === box) continue;
    each.x = movedX(each.x);
    each.y = movedY(each.y);
  }
  // A group grows with what it contains.
  for (const group of placed.groups) {
    const [toX, toY] = [movedX(group.x + group.width), movedY(group.y + group.height)];
    group.x = movedX(group.x);
    group.y = movedY(group.y);
    group.width = toX - group.x;
    group.height = toY - group.y;
  }
  const [byX, byY] = [box.x + PADDING - left, box.y + PADDING + TITLE_HEIGHT - top];
  for (const each of all) {
    each.x += byX;
    each.y += byY;
  }
  placed.groups.push({ x: box.x, y: box.y, width, height, color: box.color, title }, ...inner.groups);
  placed.nodes.push(...inner.nodes);
  placed.notes.push(...inner.notes);
}

function outerBox({ x, y, width, height }: UiBox, { color, isCollapsed }: UiNode): AuthorBox {
  const body = isCollapsed ? 0 : height;
  return { x, y: y - TITLE_HEIGHT, width, height: body + TITLE_HEIGHT, color };
}

function toGroup({ title, color, box }: UiGraph['groups'][number]): AuthorGroup {
  return { ...box, color, title: clipped(title) };
}

function noteText({ values, namedValues }: UiNode): string {
  const text = values?.[0] ?? Object.values(namedValues ?? {})[0];
  return typeof text === 'string' ? text : '';
}

function clipped(title: string): string {
  return title.slice(0, MAX_TITLE);
}
