import type { LayoutRequest } from './layout-size';

/** dagre takes under a second up to here, eight for a thousand nodes. */
export const MAX_DAGRE_NODES = 300;
/** Its time follows the links as well: many of them on few nodes are no smaller task. */
const MAX_DAGRE_LINKS = 900;
/** The plain layout of so many takes less time than a worker to start. */
export const MAX_QUICK_NODES = 2000;
const MAX_QUICK_LINKS = 6000;

/** dagre lays out finely, in a worker; the plain layout is so quick that only large graphs are worth one. */
export function layoutChoice({ heights, links }: LayoutRequest): 'dagre' | 'plain at once' | 'plain' {
  if (heights.length <= MAX_DAGRE_NODES && links.length <= MAX_DAGRE_LINKS) return 'dagre';
  return heights.length <= MAX_QUICK_NODES && links.length <= MAX_QUICK_LINKS ? 'plain at once' : 'plain';
}
