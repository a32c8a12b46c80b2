/** A rectangle in the window, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Stage {
  width: number;
  height: number;
  /** Where the page begins, beside the navigation. */
  left: number;
}

/** What toasts should not cover. The weight is that of all of it. */
export interface Obstacle extends Box {
  weight: number;
}

const EDGE_PX = 16;
const GAP_PX = 8;

/**
 * Returns where the stack of toasts covers the least: at the right edge and as low as possible; at the left edge if that is better. So
 * it is above the bar at the foot of a page, and below or above a dialog that leaves room there.
 */
export function findToastPlace(
  stage: Stage,
  stack: { width: number; height: number },
  obstacles: readonly Obstacle[],
): { left: number; top: number } {
  const lowest = stage.height - EDGE_PX - stack.height;
  const beside = (gap: number) =>
    obstacles
      .flatMap(({ top, bottom }) => [top - gap - stack.height, bottom + gap])
      .filter((top) => top >= GAP_PX && top < lowest)
      .toSorted((one, other) => other - one);
  const tops = [lowest, ...beside(GAP_PX), ...beside(0), GAP_PX];
  const right = Math.max(0, stage.width - EDGE_PX - stack.width);
  const lefts = right > stage.left + EDGE_PX ? [right, stage.left + EDGE_PX] : [right];
  let best = { left: right, top: Math.max(0, lowest), cost: Infinity };
  for (const left of lefts) {
    for (const top of tops) {
      const cost = coverCost({ left, top, right: left + stack.width, bottom: top + stack.height }, obstacles);
      if (cost < best.cost) best = { left, top: Math.max(0, top), cost };
      if (cost === 0) return { left, top };
    }
  }
  return { left: best.left, top: best.top };
}

/** Returns the weight of what a box covers. */
export function coverCost(box: Box, obstacles: readonly Obstacle[]): number {
  return obstacles.reduce((sum, obstacle) => sum + obstacle.weight * coveredShare(obstacle, box), 0);
}

function coveredShare(obstacle: Box, box: Box): number {
  const width = Math.min(obstacle.right, box.right) - Math.max(obstacle.left, box.left);
  const height = Math.min(obstacle.bottom, box.bottom) - Math.max(obstacle.top, box.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / ((obstacle.right - obstacle.left) * (obstacle.bottom - obstacle.top));
}
