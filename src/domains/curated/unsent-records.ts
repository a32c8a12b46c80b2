import { unwrap } from 'idb';
import { MAX_RECORD_LENGTH, type RecordState } from '@contract/console/curated-records';
import { isNoChange, mergeRecords } from '@contract/console/merge-records';
import type { CuratedKind, CuratedTransaction } from './curated-kinds';
import type { Fields, UnsentChange } from './sync-records';

export const NOTHING: RecordState = { fields: {} };

/**
 * Stores a changed record, and notes the change for the gateway that keeps it. Before the first sync nothing is noted: it sends all
 * records. @param after `null` deletes it
 */
export async function putRecord(
  changes: CuratedTransaction,
  { name: kind, read, write, hasDeletions }: CuratedKind,
  { surfaceId, id }: { surfaceId: string; id: string },
  after: Fields | null,
): Promise<void> {
  const before = (await read(changes, surfaceId, [id])).get(id) ?? null;
  if (before && after && isNoChange(changeBetween(before, after, 1))) return;
  await write(changes, surfaceId, [[id, after]]);
  const sync = await changes.objectStore('curatedSync').get(surfaceId);
  if (!sync?.kinds.includes(kind)) return;
  const clock = Math.max(Date.now(), sync.clock + 1);
  const change = changeBetween(before, after, clock);
  if (isNoChange(change)) return;
  const known = await changes.objectStore('curatedChanges').get([surfaceId, kind, id]);
  const states = hasDeletions ? withKnown(known?.known, after === null || !known ? before : null) : null;
  putUnsent(changes, {
    surfaceId,
    kind,
    id,
    change: mergeRecords(known?.change ?? NOTHING, change),
    ...(states ? { known: states } : {}),
  });
  await changes.objectStore('curatedSync').put({ ...sync, clock });
}

const MAX_KNOWN = 3;

/** Adds a state to those that the gateway may have: the first one, and the last ones. */
export function withKnown(known: readonly Fields[] = [], state: Fields | null): readonly Fields[] {
  if (!state || known.some((one) => isNoChange(changeBetween(one, state, 1)))) return known;
  return known.length < MAX_KNOWN ? [...known, state] : [...known.slice(0, 1), ...known.slice(2), state];
}

export function putUnsent(changes: CuratedTransaction, unsent: UnsentChange): void {
  const isTooLarge = JSON.stringify(unsent.change).length > MAX_RECORD_LENGTH;
  const noted: UnsentChange = isTooLarge ? { ...unsent, rejected: 'record_too_large' } : unsent;
  unwrap(changes.objectStore('curatedChanges')).put(noted);
}

/** Returns what differs between two states of a record, as changes at this time. */
export function changeBetween(before: Fields | null, after: Fields | null, at: number): RecordState {
  if (!after) return before ? { fields: {}, deleted_at: at } : NOTHING;
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after)]);
  const changed = [...names].filter((name) => before?.[name] !== after[name]);
  return { fields: Object.fromEntries(changed.map((name) => [name, { value: after[name] ?? null, at }])) };
}
