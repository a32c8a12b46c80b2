import type { FieldPath } from './field';

/** Returns a key for maps: equal paths have equal keys, and `['1']` differs from `[1]`. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** Returns `true` if `path` is `parent` or is nested in it. */
export function isWithin(path: FieldPath, parent: FieldPath): boolean {
  return path.length >= parent.length && parent.every((step, index) => step === path[index]);
}

/** Returns a human-readable path, such as `input.media[2].url`. */
export function pathText(path: FieldPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
