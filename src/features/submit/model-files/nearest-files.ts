import { editDistance } from '@contract/nearest-names';
import { fileStem } from '../fixes/value-fix';

const MAX_FILES = 3;
/** A name that begins with this much of the other is a variant of it. */
const MIN_COMMON = 5;

/**
 * Returns up to three files that a missing one most likely means, the nearest first: its name in another folder or format, a variant
 * of the name, or one that differs in less than two fifths of its letters.
 */
export function nearestFiles(missing: string, files: readonly string[]): string[] {
  const name = fileStem(missing);
  if (name === '') return [];
  const farthest = Math.floor(name.length * 0.4);
  return files
    .map((file, index) => ({ file, index, distance: distanceOf(name, fileStem(file), farthest) }))
    .filter(({ distance }) => distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.index - b.index)
    .slice(0, MAX_FILES)
    .map(({ file }) => file);
}

function distanceOf(name: string, other: string, farthest: number): number | null {
  if (name === other) return 0;
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  const extra = long.length - short.length;
  const isVariant = short.length >= MIN_COMMON && long.startsWith(short);
  if (isVariant && extra <= short.length) return extra / 2;
  if (extra > farthest) return null;
  const distance = editDistance(name, other, farthest);
  return distance <= farthest ? distance : null;
}
