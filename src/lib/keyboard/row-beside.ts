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
