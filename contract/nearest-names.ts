const MAX_NAMES = 3;
/** Maximum edit distance. */
const FARTHEST = 3;
/** Maximum length of compared names: the time grows with both lengths. */
const MAX_LENGTH = 300;

/** Returns up to three names that differ from the given one by a typo, the nearest first. */
export function nearestNames(name: string, names: readonly string[], farthest: number = FARTHEST): string[] {
  if (name.length > MAX_LENGTH) return [];
  return names
    .filter((other) => Math.abs(other.length - name.length) <= farthest)
    .map((other) => ({ other, distance: editDistance(name, other, farthest) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ other }) => other);
}

/** Computes the Levenshtein distance; returns more than the limit once it exceeds it. */
export function editDistance(a: string, b: string, farthest: number): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      current.push(
        Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (isSame ? 0 : 1)),
      );
    }
    if (Math.min(...current) > farthest) return farthest + 1;
    above = current;
  }
  return above[b.length] ?? 0;
}
