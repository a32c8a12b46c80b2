import { dagreLayout } from './dagre-layout';
import { layeredLayout } from './layered-layout';
import type { GraphLayout, LayoutRequest } from './layout-size';

/** dagre takes under a second up to here, eight for a thousand nodes. */
export const MAX_DAGRE_NODES = 300;
/** Its time follows the links as well: many of them on few nodes are no smaller task. */
export const MAX_DAGRE_LINKS = 900;

export function layOut(request: LayoutRequest): GraphLayout {
  const isSmall = request.heights.length <= MAX_DAGRE_NODES && request.links.length <= MAX_DAGRE_LINKS;
  return isSmall ? dagreLayout(request) : layeredLayout(request);
}
