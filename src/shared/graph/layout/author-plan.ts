import type { AuthorBox, AuthorLayout } from '@/domains/drafts/author-layout';
import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { GraphShape } from '../graph-model';
import { GAP_X, GAP_Y, IMAGE_HEIGHT, NODE_HEIGHT, NODE_WIDTH, type GraphLayout } from './layout-size';

/** Whether nodes are where the author of the file placed them, or where the computed layout does. */
export const graphLayoutSetting = defineSetting<'author' | 'tidy'>('graph-layout', {
  schema: oneOf('author', 'tidy'),
  default: 'author',
});

/** Groups and notes of the author, at the scale of the graph. */
export interface AuthorFrames {
  groups: AuthorLayout['groups'];
  notes: AuthorLayout['notes'];
}

export interface AuthorPlan {
  heights: readonly number[];
  layout: GraphLayout & { widths: readonly number[] };
  /** By node id. */
  colors: ReadonlyMap<string, string>;
  frames: AuthorFrames;
}

/** Nodes of the editor have a row for each input, ours one line: text is then readable in more of the graph. */
const SCALE = 0.7;
const MIN_WIDTH = 128;
/** Larger graphs keep their overlaps, since each node is compared with all others. */
const MAX_SEPARATED = 1000;
const MIN_GAP = 6;

/**
 * Returns the author's layout for a graph; `null` if it does not have most of the nodes. Nodes that became larger than they were move
 * down; nodes that it does not have are in rows below.
 * @param hasImageRoom ids of nodes with room for an image
 */
export function authorPlan(
  { nodes }: GraphShape,
  author: AuthorLayout,
  hasImageRoom: ReadonlySet<string>,
): AuthorPlan | null {
  const known = nodes.filter(({ id }) => Object.hasOwn(author.nodes, id));
  if (known.length === 0 || known.length < nodes.length / 2) return null;
  const groups = author.groups.map(scaled);
  const notes = author.notes.map(scaled);
  const boxes = nodes.map(({ id }): AuthorBox | null => {
    const box = Object.hasOwn(author.nodes, id) ? author.nodes[id] : undefined;
    if (!box) return null;
    const { width, height, ...place } = scaled(box);
    const least = hasImageRoom.has(id) ? NODE_HEIGHT + IMAGE_HEIGHT : NODE_HEIGHT;
    return { ...place, width: Math.max(MIN_WIDTH, width), height: Math.max(least, height) };
  });
  const placed = boxes.filter((box) => box !== null);
  if (placed.length <= MAX_SEPARATED) separate(placed);
  const all = [...placed, ...groups, ...notes];
  const left = Math.min(...all.map(({ x }) => x));
  const top = Math.min(...all.map(({ y }) => y));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  let bottom = Math.max(...all.map(({ y, height }) => y + height));
  let column = 0;
  const columns = Math.max(1, Math.floor((right - left) / (NODE_WIDTH + GAP_X)));
  const whole = boxes.map((box, index): AuthorBox => {
    if (box) return box;
    const room = hasImageRoom.has(nodes[index]?.id ?? '') ? NODE_HEIGHT + IMAGE_HEIGHT : NODE_HEIGHT;
    if (column % columns === 0) bottom += GAP_Y + NODE_HEIGHT + IMAGE_HEIGHT;
    const x = left + (column % columns) * (NODE_WIDTH + GAP_X);
    column += 1;
    return { x, y: bottom - room, width: NODE_WIDTH, height: room, color: null };
  });
  for (const each of [...whole, ...groups, ...notes]) {
    each.x -= left;
    each.y -= top;
  }
  const widths = whole.map(({ width }) => width);
  return {
    heights: whole.map(({ height }) => height),
    layout: {
      x: Float64Array.from(whole, ({ x }) => x),
      y: Float64Array.from(whole, ({ y }) => y),
      width: Math.max(right - left, ...whole.map(({ x, width }) => x + width)),
      height: bottom - top,
      passes: [],
      widths,
    },
    colors: new Map(
      nodes.flatMap(({ id }, index) => {
        const color = whole[index]?.color ?? null;
        return color === null ? [] : [[id, color] as const];
      }),
    ),
    frames: { groups, notes },
  };
}

function scaled<Box extends AuthorBox>(box: Box): Box {
  return {
    ...box,
    x: box.x * SCALE,
    y: box.y * SCALE,
    width: box.width * SCALE,
    height: box.height * SCALE,
  };
}

/** Moves nodes down until none covers another, from the top on. */
function separate(boxes: readonly AuthorBox[]): void {
  const done: AuthorBox[] = [];
  for (const box of [...boxes].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const beside = done.filter((other) => other.x < box.x + box.width && box.x < other.x + other.width);
    for (const other of beside.sort((a, b) => a.y - b.y)) {
      if (box.y < other.y + other.height && other.y < box.y + box.height) box.y = other.y + other.height + MIN_GAP;
    }
    done.push(box);
  }
}
