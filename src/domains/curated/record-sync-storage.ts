import { unwrap, type StoreNames } from 'idb';
import {
  MAX_CHANGED_RECORDS,
  MAX_PAGE_LENGTH,
  type CuratedRecord,
  type RecordState,
} from '@contract/console/curated-records';
import { changesWithout, isLiving, isNoChange, lastChange, mergeRecords } from '@contract/console/merge-records';
import { checksumOf } from '@/lib/checksum-of';
import { openDatabase, STRICT, type FlowdeckSchema } from '../database';
import { CURATED_STORES, inSurface, readMany, type CuratedKind, type CuratedTransaction } from './curated-kinds';
import type { RecordSyncStorage } from './record-sync';
import type { CuratedKindName, Fields, UnsentChange } from './sync-records';
import { changeBetween, NOTHING, putUnsent, withKnown } from './unsent-records';

/** Time of records that were made before a gateway kept them: any later change of another browser wins. */
const BEFORE_ALL = 1;

/** The records of a surface in this browser, as their sync reads and changes them. */
export function recordSyncStorage(surfaceId: string, kinds: readonly CuratedKind[]): RecordSyncStorage {
  const change = async (work: (changes: CuratedTransaction) => Promise<void>) => {
    const stores: StoreNames<FlowdeckSchema>[] = [...CURATED_STORES, ...kinds.flatMap((kind) => kind.stores ?? [])];
    const changes = (await openDatabase()).transaction(stores, 'readwrite', STRICT);
    await work(changes);
    await changes.done;
  };
  return {
    async position() {
      const known = await (await openDatabase()).get('curatedSync', surfaceId);
      return known ? { ...known, isComplete: kinds.every(({ name }) => known.kinds.includes(name)) } : null;
    },
    async unsent() {
      const found: CuratedRecord[] = [];
      const { store, done } = (await openDatabase()).transaction('curatedChanges', 'readwrite', STRICT);
      let length = 0;
      let range: IDBKeyRange | null = inSurface(surfaceId);
      while (range) {
        const slice: UnsentChange[] = await store.getAll(range, MAX_CHANGED_RECORDS);
        range = null;
        for (const unsent of slice) {
          const { kind, id, change: state, rejected } = unsent;
          if (rejected !== undefined) continue;
          length += JSON.stringify(state).length;
          if (found.length === MAX_CHANGED_RECORDS || (found.length > 0 && length > MAX_PAGE_LENGTH)) break;
          found.push({ kind, id, ...state });
          // The gateway may have it, even if its response is lost.
          if (kinds.some(({ name, hasDeletions }) => name === kind && hasDeletions))
            void store.put({ ...unsent, known: withKnown(unsent.known, valuesOf(state)) });
        }
        const last = slice.at(-1);
        if (found.length === 0 && last) {
          range = IDBKeyRange.bound([surfaceId, last.kind, last.id], [surfaceId, []], true);
        }
      }
      await done;
      return found;
    },
    restart: (store, onlyNew) =>
      change(async (changes) => {
        const known = await changes.objectStore('curatedSync').get(surfaceId);
        const noted = await changes.objectStore('curatedChanges').getAll(inSurface(surfaceId));
        const unsent = new Map(noted.map((one) => [nameOf(one), one.change]));
        for (const { name: kind, readAll } of kinds) {
          if (onlyNew && known?.kinds.includes(kind)) continue;
          for (const { id, fields } of await readAll(changes, surfaceId)) {
            const all = changeBetween(null, fields, BEFORE_ALL);
            const state = mergeRecords(all, unsent.get(nameOf({ kind, id })) ?? NOTHING);
            putUnsent(changes, { surfaceId, kind, id, change: state });
          }
        }
        const clock = known?.clock ?? 0;
        await changes.objectStore('curatedSync').put({
          surfaceId,
          store,
          version: 0,
          clock,
          kinds: kinds.map(({ name }) => name),
        });
      }),
    async apply({ records, version, sent = [], rejected = [] }) {
      const changedKinds = new Set<CuratedKindName>();
      await change(async (changes) => {
        const sync = await changes.objectStore('curatedSync').get(surfaceId);
        // The data of this browser was deleted in the meantime.
        if (!sync) return;
        const sentOf = new Map(sent.map((record) => [nameOf(record), record]));
        const unsentChanges = unwrap(changes.objectStore('curatedChanges'));
        let { clock } = sync;
        for (const kind of kinds) {
          const { name, hasDeletions } = kind;
          const ofKind = records.filter((record) => record.kind === name);
          for (const record of ofKind) clock = Math.max(clock, lastChange(record));
          const ids = ofKind.map(({ id }) => id);
          const noted = await readMany(changes.objectStore('curatedChanges'), [surfaceId, name], ids);
          const unsentOf = new Map(noted.map((one) => [one.id, one]));
          const locals = await kind.read(changes, surfaceId, ids);
          const writes: [string, Fields | null][] = [];
          const copies = new Map<string, Fields>();
          for (const record of ofKind) {
            const { id } = record;
            const [local, unsent] = [locals.get(id) ?? null, unsentOf.get(id)];
            const { left, after, copy } = mergeRecord(kind, record, local, unsent, sentOf.get(nameOf(record)));
            const key = { surfaceId, kind: name, id };
            if (!isNoChange(left)) {
              putUnsent(changes, { ...key, change: left, ...(hasDeletions ? { known: [valuesOf(record)] } : {}) });
            } else if (unsent) unsentChanges.delete([surfaceId, name, id]);
            if (!isSame(local, after)) writes.push([id, after]);
            if (copy) copies.set(copy.id, copy.fields);
          }
          const made = await kind.read(changes, surfaceId, [...copies.keys()]);
          for (const [id, fields] of copies) {
            // Another browser has made the copy: it may be edited, or deleted, by now.
            if (made.has(id) || ids.includes(id)) continue;
            clock = Math.max(Date.now(), clock + 1);
            writes.push([id, fields]);
            putUnsent(changes, { surfaceId, kind: name, id, change: changeBetween(null, fields, clock) });
          }
          if (writes.length > 0) changedKinds.add(name);
          await kind.write(changes, surfaceId, writes);
        }
        for (const { kind: name, id, reason } of rejected) {
          const kind = kinds.find((one) => one.name === name);
          const unsent = kind && (await changes.objectStore('curatedChanges').get([surfaceId, kind.name, id]));
          if (unsent) await changes.objectStore('curatedChanges').put({ ...unsent, rejected: reason });
        }
        await changes.objectStore('curatedSync').put({ ...sync, clock, version });
      });
      return changedKinds;
    },
  };
}

function nameOf({ kind, id }: Pick<CuratedRecord, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

interface MergedRecord {
  /** Changes that the gateway does not have. */
  left: RecordState;
  /** The record of this browser; `null` if it is deleted. */
  after: Fields | null;
  /** A version that was overwritten, as a separate record. */
  copy: { id: string; fields: Fields } | null;
}

/**
 * Merges the state of the gateway with the changes of this browser. A change survives the deletion of another browser that had not
 * read it, and of two versions of a long text the overwritten one becomes a copy.
 */
function mergeRecord(
  { clean, kept }: CuratedKind,
  remote: CuratedRecord,
  local: Fields | null,
  unsent: UnsentChange | undefined,
  sent: RecordState = NOTHING,
): MergedRecord {
  let left = changesWithout(unsent?.change ?? NOTHING, sent);
  const values = valuesOf(remote);
  const isOfOther = (name: string) => !unsent?.known?.some((state) => state[name] === values[name]);
  const isEdited = Object.keys(values).some(isOfOther);
  if (left.deleted_at !== undefined && !isLiving(left) && isEdited) left = NOTHING;
  if (local && isLiving(left) && !isLiving(remote) && lastChange(left) > BEFORE_ALL) {
    left = changeBetween(null, local, Math.max(lastChange(left), lastChange(remote) + 1));
  }
  const merged = mergeRecords(remote, left);
  const after = isLiving(merged) ? clean(valuesOf(merged)) : null;
  return { left, after, copy: after && kept && isOfOther(kept.field) ? copyOfLoser(kept, left, remote, after) : null };
}

/**
 * Two browsers may copy the same version: the one that typed it, and the one that replaced it if the first never learned that its
 * change arrived. Both give the copy the same id.
 */
function copyOfLoser(
  { field, name }: NonNullable<CuratedKind['kept']>,
  left: RecordState,
  remote: CuratedRecord,
  after: Fields,
): MergedRecord['copy'] {
  const ours = left.fields[field];
  const theirs = remote.fields[field];
  if (!ours || !theirs || theirs.value === null || ours.value === theirs.value) return null;
  const loser = after[field] === ours.value ? theirs : ours;
  if (loser.value === null) return null;
  return {
    id: `${remote.id}-${loser.at.toString(36)}-${checksumOf(String(loser.value)).toString(36)}`,
    fields: { ...after, [field]: loser.value, [name]: `${String(after[name] ?? '')} (earlier version)` },
  };
}

function valuesOf({ fields }: RecordState): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { value }]) => (value === null ? [] : [[name, value]])),
  );
}

function isSame(left: Fields | null, right: Fields | null): boolean {
  if (!left || !right) return left === right;
  return isNoChange(changeBetween(left, right, BEFORE_ALL));
}
