import { dagreLayout } from './dagre-layout';
import { layeredLayout } from './layered-layout';
import { layoutChoice } from './layout-choice';
import type { GraphLayout, LayoutRequest } from './layout-size';

export function layOut(request: LayoutRequest): GraphLayout {
  return layoutChoice(request) === 'dagre' ? dagreLayout(request) : layeredLayout(request);
}
