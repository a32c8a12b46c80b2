import { openDatabase, STRICT } from '../storage/database';
import { isActiveRun, type RunRecord } from './run-record';

/** The oldest go first, unless they are pinned, under way or still to be collected. */
const MAX_RUNS = 500;
const MAX_RESULT_BYTES = 2 * 1024 ** 3;

/** A change of a record that moves nothing. */
export type RunAmendment = Partial<Pick<RunRecord, 'isPinned' | 'isDismissed'>>;

export interface RunStorage {
  /** False: runs live in this page only, and a closed tab loses the key of a call that may be charged. */
  readonly isDurable: boolean;
  /** Resolves once record and body are on disk. */
  add(record: RunRecord, bodyText: string): Promise<void>;
  read(id: string): Promise<RunRecord | null>;
  /** Resolves once the record, and the result with it, are on disk. */
  write(record: RunRecord, result?: Blob): Promise<void>;
  /** Changes a record as it lies on disk. Null where there is none. */
  amend(id: string, change: RunAmendment): Promise<RunRecord | null>;
  /** Newest first. */
  all(): Promise<RunRecord[]>;
  readBody(id: string): Promise<string | null>;
  readResult(id: string): Promise<Blob | null>;
  remove(ids: readonly string[]): Promise<void>;
}

const PARTS = ['runs', 'runBodies', 'runResults', 'runThumbnails'] as const;

export const durableRuns: RunStorage = {
  isDurable: true,
  async add(record, bodyText) {
    const transaction = (await openDatabase()).transaction(['runs', 'runBodies'], 'readwrite', STRICT);
    await Promise.all([
      transaction.objectStore('runs').put(record),
      transaction.objectStore('runBodies').put(bodyText, record.id),
      transaction.done,
    ]);
  },
  async read(id) {
    return (await (await openDatabase()).get('runs', id)) ?? null;
  },
  async write(record, result) {
    const transaction = (await openDatabase()).transaction(['runs', 'runResults'], 'readwrite', STRICT);
    const puts: Promise<unknown>[] = [transaction.objectStore('runs').put(record)];
    if (result) puts.push(transaction.objectStore('runResults').put(result, record.id));
    await Promise.all([...puts, transaction.done]);
  },
  async amend(id, change) {
    const transaction = (await openDatabase()).transaction('runs', 'readwrite');
    const known = await transaction.store.get(id);
    const changed = known ? { ...known, ...change } : null;
    if (changed) await transaction.store.put(changed);
    await transaction.done;
    return changed;
  },
  async all() {
    const records = (await (await openDatabase()).getAllFromIndex('runs', 'byTime')).toReversed();
    const superfluous = superfluousRuns(records);
    await this.remove(superfluous);
    return records.filter(({ id }) => !superfluous.includes(id));
  },
  async readBody(id) {
    return (await (await openDatabase()).get('runBodies', id)) ?? null;
  },
  async readResult(id) {
    return (await (await openDatabase()).get('runResults', id)) ?? null;
  },
  async remove(ids) {
    if (ids.length === 0) return;
    const transaction = (await openDatabase()).transaction(PARTS, 'readwrite');
    await Promise.all([
      ...ids.flatMap((id) => PARTS.map((part) => transaction.objectStore(part).delete(id))),
      transaction.done,
    ]);
  },
};

export function createMemoryRuns(): RunStorage {
  const records = new Map<string, RunRecord>();
  const bodies = new Map<string, string>();
  const results = new Map<string, Blob>();
  return {
    isDurable: false,
    async add(record, bodyText) {
      records.set(record.id, record);
      bodies.set(record.id, bodyText);
    },
    read: async (id) => records.get(id) ?? null,
    async write(record, result) {
      records.set(record.id, record);
      if (result) results.set(record.id, result);
    },
    async amend(id, change) {
      const known = records.get(id);
      const changed = known ? { ...known, ...change } : null;
      if (changed) records.set(id, changed);
      return changed;
    },
    all: async () => [...records.values()].toReversed(),
    readBody: async (id) => bodies.get(id) ?? null,
    readResult: async (id) => results.get(id) ?? null,
    async remove(ids) {
      for (const id of ids) for (const part of [records, bodies, results]) part.delete(id);
    },
  };
}

/** Where runs go in this browser. */
export async function chooseRunStorage(): Promise<RunStorage> {
  try {
    await openDatabase();
    return durableRuns;
  } catch {
    return createMemoryRuns();
  }
}

/** @param records newest first */
export function superfluousRuns(records: readonly RunRecord[]): string[] {
  let count = 0;
  let bytes = 0;
  const superfluous: string[] = [];
  for (const record of records) {
    const { id, isPinned, state } = record;
    if (isPinned || isActiveRun(record) || state.name === 'collectable') continue;
    count += 1;
    bytes += record.bodyBytes + (state.name === 'done' ? state.answer.sizeBytes : 0);
    if (count > MAX_RUNS || bytes > MAX_RESULT_BYTES) superfluous.push(id);
  }
  return superfluous;
}
