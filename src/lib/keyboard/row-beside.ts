/**
 * Returns the row that a key moves to: the next one, or with an arrow key the one above or below, the same if there is
 * none. The last line may be short.
 */
export function rowBeside(at: number, step: 1 | -1, key: string, count: number, columns: number): number {
  if (columns === 1 || !isArrow(key) || at < 0) return at + step;
  if (step < 0) return at >= columns ? at - columns : at;
  const isInLastLine = Math.floor(at / columns) === Math.floor((count - 1) / columns);
  return isInLastLine ? at : Math.min(count - 1, at + columns);
}

export function isArrow(key: string): boolean {
  return key.startsWith('Arrow');
}

/**
 * Returns the tile that a key moves to from the tile at `at`, which is -1 without focus; `null` if it does not move.
 */
export function nextTile(key: string, at: number, count: number, columns: number): number | null {
  if (count === 0 || at < 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return rowBeside(at, 1, key, count, columns);
    case 'ArrowUp':
      return rowBeside(at, -1, key, count, columns);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
