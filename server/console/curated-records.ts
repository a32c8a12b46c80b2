import {
  MAX_PAGE_LENGTH,
  MAX_RECORD_LENGTH,
  MAX_RECORDS_LENGTH,
  RecordState,
  type ChangedRecords,
  type CuratedRecord,
  type CuratedRecords,
  type RejectionReason,
} from '@contract/console/curated-records';
import { mergeRecords } from '@contract/console/merge-records';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { NO_STORE } from '../jobs/job-access';
import { rejectWith, single } from '../jobs/list-query';
import type { CuratedRow, Store } from '../storage/store';

type RecordDeps = Pick<AppDeps, 'store'>;

const MAX_LISTED = 2500;
/** Escaped in JSON and encoded as UTF-8, texts take more bytes than they have characters. */
const MAX_BODY_BYTES = 4 * MAX_PAGE_LENGTH;

/** `GET /console/records`: records that changed after `since`, the `version` of an earlier response; absent: all. */
export const listRecords =
  ({ store: { curated } }: RecordDeps): OperationHandler =>
  ({ query, caller: { owner } }) => {
    const since = readVersion(single(query, 'since') ?? '0');
    const changed = curated.changedSince(owner, since, { count: MAX_LISTED, length: MAX_PAGE_LENGTH });
    const last = curated.version(owner);
    const version = changed.at(-1)?.version ?? last;
    const page: Omit<CuratedRecords, 'records'> = { store: curated.id(), version, more: version < last };
    const body = `${JSON.stringify(page).slice(0, -1)},"records":[${changed.map(recordText).join()}]}`;
    return new Response(body, { headers: { ...NO_STORE, 'Content-Type': 'application/json' } });
  };

/** What is stored was validated when it came: the gateway would spend most of a merge on reading it again. */
function recordText({ kind, id, state }: CuratedRow): string {
  return `${JSON.stringify({ kind, id }).slice(0, -1)},${state.slice(1)}`;
}

/**
 * `POST /console/records`: merges changes, of which the later one of each field wins. Repeating a request changes nothing. Changes
 * nothing either if the client has not read everything up to now, so that it can keep what would be overwritten.
 */
export const changeRecords =
  ({ store }: RecordDeps): OperationHandler =>
  async ({ request, caller: { owner } }) => {
    const changes = await readJson(request, CONSOLE_BODIES.changeRecords, MAX_BODY_BYTES);
    const { curated } = store;
    const result = store.transaction(() => {
      if (curated.version(owner) !== changes.since) return { is_current: false, records: [], rejected: [] };
      return { is_current: true, ...change(store, owner, changes.records) };
    });
    const body: ChangedRecords = { store: curated.id(), version: curated.version(owner), ...result };
    return Response.json(body, { headers: NO_STORE });
  };

function change({ curated }: Store, owner: string, changed: readonly CuratedRecord[]) {
  let length = curated.usedLength(owner);
  const records: CuratedRecord[] = [];
  const rejected: ChangedRecords['rejected'] = [];
  for (const { kind, id, ...state } of changed) {
    const before = curated.get(owner, kind, id);
    const after = mergeRecords(before === null ? { fields: {} } : read(before), state);
    const text = JSON.stringify(after);
    const added = text.length - (before?.length ?? 0);
    const reason = rejection(text.length, added, length);
    if (reason !== null) {
      rejected.push({ kind, id, reason });
      continue;
    }
    if (text !== before) {
      curated.put(owner, { kind, id, state: text });
      length += added;
    }
    records.push({ kind, id, ...after });
  }
  return { records, rejected };
}

/** What makes a record smaller, such as its deletion, is always accepted. */
function rejection(length: number, added: number, total: number): RejectionReason | null {
  if (added <= 0) return null;
  if (length > MAX_RECORD_LENGTH) return 'record_too_large';
  return total + added > MAX_RECORDS_LENGTH ? 'storage_full' : null;
}

function read(text: string): RecordState {
  return RecordState.parse(JSON.parse(text));
}

function readVersion(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : rejectWith('since must be a version of an earlier response');
}
