import type { LayoutRequest } from './layout-size';

/** dagre takes less than 1 s up to this size, and 8 s for 1,000 nodes. */
export const MAX_DAGRE_NODES = 300;
/** dagre's run time also grows with links, so that many links on few nodes are slow too. */
const MAX_DAGRE_LINKS = 900;
/** Up to this size, the layered layout takes less time than starting a worker. */
export const MAX_QUICK_NODES = 2000;
const MAX_QUICK_LINKS = 6000;

/** Chooses a layout. dagre gives better results, in a worker; the layered layout is so fast that only large graphs need one. */
export function layoutChoice({ heights, links }: LayoutRequest): 'dagre' | 'plain at once' | 'plain' {
  if (heights.length <= MAX_DAGRE_NODES && links.length <= MAX_DAGRE_LINKS) return 'dagre';
  return heights.length <= MAX_QUICK_NODES && links.length <= MAX_QUICK_LINKS ? 'plain at once' : 'plain';
}
