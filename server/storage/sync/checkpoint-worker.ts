import { parentPort, workerData } from 'node:worker_threads';
import { openConnection, SQLITE, sqliteCode } from '../sqlite-driver';

/** Input of the thread that copies the log into the database. */
export interface CheckpointWorkerData {
  /** Path of the database. */
  path: string;
  /** Its only element becomes 1 when the thread has closed the database. */
  ended: Int32Array;
}

export type CheckpointRequest = 'copy' | 'end';

/** Number of log pages left to copy; commits may have added some during the copy. */
export type CheckpointResponse = { left: number };

// What `LogCheckpoints` starts the worker with.
const { path, ended: finished } = workerData as CheckpointWorkerData;
const db = openConnection(path);
db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA schema_version');
const copying = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (question: CheckpointRequest) => {
  if (question === 'copy') {
    parentPort?.postMessage({ left: copy() } satisfies CheckpointResponse);
    return;
  }
  db.close();
  Atomics.store(finished, 0, 1);
  Atomics.notify(finished, 0);
  parentPort?.close();
});

/** Returns the number of pages left. On a full disk, it waits for the next request. */
function copy(): number {
  try {
    // SQLite documents these columns.
    const { log, checkpointed } = copying.get() as { log: number; checkpointed: number };
    return log - checkpointed;
  } catch (error) {
    if (sqliteCode(error) === SQLITE.FULL) return 0;
    throw error;
  }
}
