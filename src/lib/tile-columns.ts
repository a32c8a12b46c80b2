/** Returns how many square tiles of at least `least` pixels fit beside each other, at least two, and the side that fills the width. */
export function tileColumns(width: number, least: number, gap: number): { columns: number; side: number } {
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)));
  return { columns, side: Math.max(0, (width - gap * (columns - 1)) / columns) };
}
