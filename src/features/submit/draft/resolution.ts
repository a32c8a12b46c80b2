import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { fieldKey } from '@/domains/drafts/field-key';
import type { AspectLock } from '@/domains/drafts/draft';
import type { FormField, FormModel } from './form-model';

/** Width and height of one node. */
export interface SizeFields {
  width: FormField;
  height: FormField;
}

export interface Size {
  width: number;
  height: number;
}

export interface Preset extends Size {
  /** `16:9` */
  ratio: string;
}

const RATIOS: readonly Size[] = [
  { width: 1, height: 1 },
  { width: 4, height: 3 },
  { width: 3, height: 2 },
  { width: 16, height: 9 },
  { width: 21, height: 9 },
];

/** Sizes of a smaller step are offered in multiples of this, as most models expect. */
const COMMON_STEP = 8;
/** Ratios as close as this are the same: sizes are multiples of a step. */
const TOLERANCE = 0.02;
/** Of the multiples of a step, this many on either side of the ideal size are compared. */
const REACH = 3;

/** Returns the inputs of a node that are its width and height, by names such as `width` and `target_width`. */
export function findSizeFields(fields: readonly FormField[]): SizeFields[] {
  const known = new Map(fields.filter(({ kind }) => kind === 'int').map((field) => [field.key, field]));
  return [...known.values()].flatMap((width) => {
    const height = /(?:^|_)width(?:_|$)/.test(width.name)
      ? known.get(fieldKey(width.nodeId, width.name.replace('width', 'height')))
      : undefined;
    return height ? [{ width, height }] : [];
  });
}

/** Returns the field of a size that is shown last: the presets are below it. */
export function lastOf(fields: readonly FormField[], { width, height }: SizeFields): FormField {
  return fields.indexOf(width) > fields.indexOf(height) ? width : height;
}

/** Returns a size if both values are positive. */
export function toSize(width: JsonValue | undefined, height: JsonValue | undefined): Size | null {
  if (!isNumber(width) || !isNumber(height)) return null;
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 && Number.isFinite(size.width * size.height) ? size : null;
}

/** Returns a size for each ratio, wide ones first, with about the area of the current size, in steps and within bounds. */
export function presetSizes(fields: SizeFields, current: Size): Preset[] {
  const upright = RATIOS.slice(1).map(({ width, height }) => ({ width: height, height: width }));
  return [...RATIOS, ...upright].flatMap((ratio) => {
    const size = closestSize(fields, ratio, current.width * current.height);
    return size ? [{ ...size, ratio: `${ratio.width}:${ratio.height}` }] : [];
  });
}

/** Returns the ratio of a size, such as `16:9`; `null` if it is none of the presets. */
export function ratioOf({ width, height }: Size): string | null {
  for (const { width: long, height: short } of RATIOS) {
    if (isClose(width / height, long / short)) return `${long}:${short}`;
    if (isClose(height / width, long / short)) return `${short}:${long}`;
  }
  return null;
}

function isClose(left: number, right: number): boolean {
  return Math.abs(Math.log(left / right)) < TOLERANCE;
}

function closestSize(fields: SizeFields, ratio: Size, area: number): Size | null {
  const { width: across, height: down } = fields;
  const aspect = ratio.width / ratio.height;
  // The whole size is scaled into the bounds, which may be far from the current area.
  const low = Math.max(minimumOf(across), minimumOf(down) * aspect);
  const high = Math.min(maximumOf(across), maximumOf(down) * aspect);
  const ideal = Math.min(high, Math.max(low, Math.sqrt(area * aspect)));
  let best: Size | null = null;
  let least = Infinity;
  for (const width of sizesNear(across, ideal)) {
    for (const height of sizesNear(down, (width * ratio.height) / ratio.width)) {
      const size = { width, height };
      const ratioError = Math.abs(Math.log((width * ratio.height) / (height * ratio.width)));
      const areaError = Math.abs(Math.log((width * height) / area));
      // A ratio that is visibly wrong is worse than a slightly different area.
      const error = 3 * ratioError + areaError;
      if (error < least) [best, least] = [size, error];
    }
  }
  return best && isClose(best.width / best.height, ratio.width / ratio.height) ? best : null;
}

function sizesNear(field: FormField, ideal: number): number[] {
  const step = commonStepOf(field);
  const middle = Math.round(ideal / step);
  const near = Array.from({ length: 2 * REACH + 1 }, (_, index) => (middle - REACH + index) * step);
  return near.filter((size) => size > 0 && isWithin(field, size));
}

export function isWithin(field: FormField, size: number): boolean {
  return size >= minimumOf(field) && size <= maximumOf(field);
}

function minimumOf({ spec }: FormField): number {
  return spec?.min ?? 1;
}

function maximumOf({ spec }: FormField): number {
  return spec?.max ?? Number.MAX_SAFE_INTEGER;
}

/** Step of the presets. */
function commonStepOf(field: FormField): number {
  const step = stepOf(field);
  return COMMON_STEP % step === 0 ? COMMON_STEP : step;
}

function stepOf({ spec }: FormField): number {
  return spec?.step !== undefined && Number.isInteger(spec.step) && spec.step > 0 ? spec.step : 1;
}

/** Returns the value closest to a size, in steps and within bounds. */
export function roundSize(field: FormField, size: number): number {
  const step = stepOf(field);
  const low = Math.ceil(minimumOf(field) / step) * step;
  const high = Math.floor(maximumOf(field) / step) * step;
  return Math.min(high, Math.max(low, Math.round(size / step) * step));
}

/** Part of the editor state. */
interface LockState {
  form: FormModel;
  values: ReadonlyMap<string, JsonValue>;
  /** By the key of the width. */
  aspects: Readonly<Record<string, AspectLock>>;
}

/**
 * Returns the new value of a field, with that of the other side if it is part of a size with a locked ratio. A size that was
 * changed otherwise since (a preset, swap, undo) replaces the locked ratio.
 */
export function withFollower(
  state: LockState,
  field: FormField,
  value: JsonValue,
): { values: [key: string, value: JsonValue][]; aspects: LockState['aspects'] } {
  const own: [string, JsonValue] = [field.key, value];
  const fields = lockedFields(state, field);
  if (!fields || !isNumber(value) || !(Number(value) > 0)) return { values: [own], aspects: state.aspects };
  const { width, height } = fields;
  const lock = currentLock(state, fields);
  const other: [string, JsonValue] =
    field.key === width.key
      ? [height.key, roundSize(height, (Number(value) * lock.height) / lock.width)]
      : [width.key, roundSize(width, (Number(value) * lock.width) / lock.height)];
  return { values: [own, other], aspects: { ...state.aspects, [width.key]: lock } };
}

function lockedFields({ form, aspects }: LockState, field: FormField): SizeFields | undefined {
  if (Object.keys(aspects).length === 0) return undefined;
  const fields = form.cards.find(({ nodeId }) => nodeId === field.nodeId)?.fields ?? [];
  return findSizeFields(fields).find(
    ({ width, height }) => aspects[width.key] && (field.key === width.key || field.key === height.key),
  );
}

function currentLock({ aspects, values }: LockState, { width, height }: SizeFields): AspectLock {
  const size = toSize(values.get(width.key), values.get(height.key));
  const lock = aspects[width.key] ?? size ?? { width: 1, height: 1 };
  return size === null || hasRatio(size, lock, { width, height }) ? lock : size;
}

/** Returns true if a size is as close to a ratio as steps and bounds allow. */
function hasRatio(size: Size, lock: AspectLock, { width, height }: SizeFields): boolean {
  return (
    roundSize(height, (size.width * lock.height) / lock.width) === size.height ||
    roundSize(width, (size.height * lock.width) / lock.height) === size.width
  );
}
