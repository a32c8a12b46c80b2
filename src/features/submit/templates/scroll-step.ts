/** Height of the zones at both edges, in pixels. */
const ZONE_PX = 56;
/** Largest step of one frame, at the edge and beyond it. */
const MAX_STEP_PX = 16;

/** Returns how far an area scrolls in one frame while something is dragged at a height of the screen. */
export function scrollStep(y: number, top: number, bottom: number): number {
  const zone = Math.min(ZONE_PX, (bottom - top) / 3);
  if (zone <= 0) return 0;
  const above = (top + zone - y) / zone;
  const below = (y - bottom + zone) / zone;
  const depth = Math.min(1, Math.max(above, below));
  if (depth <= 0) return 0;
  return Math.ceil(depth * MAX_STEP_PX) * (above > below ? -1 : 1);
}
