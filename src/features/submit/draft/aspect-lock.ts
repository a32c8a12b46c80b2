import { isNumber } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import type { AspectLock } from '@/domains/drafts/draft';
import type { FormField, FormModel } from './form-model';
import { findSizeFields, roundSize, toSize, type Size, type SizeFields } from './resolution';

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
