import type { FieldValue, RecordState, StampedField } from './curated-records';

/** Merges two states of a record. Commutative and idempotent: a repeated change does nothing. */
export function mergeRecords(left: RecordState, right: RecordState): RecordState {
  const fields = new Map(Object.entries(left.fields));
  for (const [name, field] of Object.entries(right.fields)) fields.set(name, later(fields.get(name), field));
  const deletedAt = Math.max(left.deleted_at ?? 0, right.deleted_at ?? 0);
  return stateOf(deletedAt, fields);
}

/** Of two changes at the same time, the one with more to keep wins: a star, a higher rating, the text that sorts last. */
export function later(left: StampedField | undefined, right: StampedField): StampedField {
  if (!left) return right;
  if (left.at !== right.at) return left.at > right.at ? left : right;
  return isMore(right.value, left.value) ? right : left;
}

function isMore(left: FieldValue, right: FieldValue): boolean {
  const [leftRank, rightRank] = [rankOf(left), rankOf(right)];
  if (leftRank !== rightRank) return leftRank > rightRank;
  return left !== null && right !== null && left > right;
}

function rankOf(value: FieldValue): number {
  return value === null ? 0 : ['boolean', 'number', 'string'].indexOf(typeof value) + 1;
}

/** A deleted record keeps no fields. */
function stateOf(deletedAt: number, fields: ReadonlyMap<string, StampedField>): RecordState {
  const isDeleted = deletedAt > 0 && [...fields.values()].every(({ at }) => at <= deletedAt);
  const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    fields: isDeleted ? {} : Object.fromEntries(sorted),
    ...(deletedAt > 0 ? { deleted_at: deletedAt } : {}),
  };
}

/** Returns false for a record that is deleted or was never there. */
export function isLiving({ fields }: RecordState): boolean {
  return Object.keys(fields).length > 0;
}

/** Returns the time of the last change; 0 if there is none. */
export function lastChange({ fields, deleted_at: deletedAt = 0 }: RecordState): number {
  return Object.values(fields).reduce((last, { at }) => Math.max(last, at), deletedAt);
}

/** Returns the changes that are not part of `sent`: made since, or to other fields. */
export function changesWithout({ fields, deleted_at: deletedAt }: RecordState, sent: RecordState): RecordState {
  const left = Object.entries(fields).filter(([name, { at }]) => at !== sent.fields[name]?.at);
  return {
    fields: Object.fromEntries(left),
    ...(deletedAt === undefined || deletedAt === sent.deleted_at ? {} : { deleted_at: deletedAt }),
  };
}

/** Returns true if nothing was changed. */
export function isNoChange({ fields, deleted_at: deletedAt }: RecordState): boolean {
  return deletedAt === undefined && Object.keys(fields).length === 0;
}
