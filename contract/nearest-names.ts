import { MAX_MODEL_ID_LENGTH } from '@contract/router/model-id';

const MOST = 3;
/** Letters that may be wrong, missing or too many. */
const FARTHEST = 3;

/** Up to three ids that differ from the given one by a slip of the hand, the nearest first. */
export function nearestIds(id: string, ids: readonly string[]): string[] {
  if (id.length > MAX_MODEL_ID_LENGTH) return [];
  return ids
    .filter((other) => Math.abs(other.length - id.length) <= FARTHEST)
    .map((other) => ({ other, distance: distanceBetween(id, other) }))
    .filter(({ distance }) => distance <= FARTHEST)
    .sort((a, b) => a.distance - b.distance || (a.other < b.other ? -1 : 1))
    .slice(0, MOST)
    .map(({ other }) => other);
}

/** Levenshtein's, given up as soon as it is too far. */
function distanceBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      current.push(
        Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (isSame ? 0 : 1)),
      );
    }
    if (Math.min(...current) > FARTHEST) return FARTHEST + 1;
    above = current;
  }
  return above[b.length] ?? 0;
}
