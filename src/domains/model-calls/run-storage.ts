import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';
import { isActiveRun, type RunRecord } from './run-record';

/** Maximum number of stored runs. The oldest are deleted first, unless they are pinned, in flight or still to be collected. */
const MAX_RUNS = 500;
const MAX_RESULT_BYTES = 2 * 1024 ** 3;

/** Request body and result of a run. */
export type RunParts = {
  body?: string;
  result?: Blob;
};

export type RunStorage = JournalStorage<RunRecord, RunParts>;

export const durableRuns: RunStorage = createDurableStorage({
  entries: 'runs',
  parts: { body: 'runBodies', result: 'runResults', thumbnail: 'runThumbnails' },
  findExpired: superfluousRuns,
});

/**
 * Returns the ids of the runs to delete.
 * @param records newest first
 */
function superfluousRuns(records: readonly RunRecord[]): string[] {
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
