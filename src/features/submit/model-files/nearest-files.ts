import { editDistance } from '@contract/nearest-names';
import { fileStem, fileWords } from '../fixes/value-fix';

const MAX_FILES = 3;
/** A name that begins with this much of the other is a variant of it. */
const MIN_COMMON = 5;
/** Before a variant of the name, and after the name itself. */
const SAME_MODEL = 0.25;

/** Words of a name that tell the precision of a file, or what was pruned from it, not which model it contains. */
const STORED_AS =
  /-(?:(?:bf|fp|int|nf|mxfp|nvfp)\d{1,2}|fp8mixed|e\dm\d(?:fn)?|i?q\d(?:-[01k])?(?:-(?:xxs|xs|[sml]))?|scaled|mixed|pruned|emaonly)(?=-|$)/g;

/**
 * Returns up to three files that a missing one most likely means, the nearest first: its name in another folder or format, the same
 * model in another precision, a variant of the name, or one that differs in less than two fifths of its letters.
 */
export function nearestFiles(missing: string, files: readonly string[]): string[] {
  const name = fileStem(missing);
  if (name === '') return [];
  const farthest = Math.floor(name.length * 0.4);
  const model = modelOf(missing);
  return files
    .map((file, index) => {
      const distance = distanceOf(name, fileStem(file), farthest);
      const isSame = model !== '' && modelOf(file) === model;
      return { file, index, distance: isSame ? Math.min(distance ?? SAME_MODEL, SAME_MODEL) : distance };
    })
    .filter(({ distance }) => distance !== null)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.index - b.index)
    .slice(0, MAX_FILES)
    .map(({ file }) => file);
}

/** Returns the name without its precision: `t5xxl` of `t5xxl_fp8_e4m3fn.safetensors`. */
function modelOf(file: string): string {
  return fileWords(file).replace(STORED_AS, '').replaceAll('-', '');
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
