import type { FieldPath } from './field';

/** A key for maps: paths that are equal have equal keys, and `['1']` differs from `[1]`. */
export function pathKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** Whether `path` is `parent` or lies under it. */
export function isWithin(path: FieldPath, parent: FieldPath): boolean {
  return path.length >= parent.length && parent.every((step, index) => step === path[index]);
}

/** For people: `input.media[2].url`. */
export function pathText(path: FieldPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
