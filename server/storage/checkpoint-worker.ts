import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './sqlite-driver';

/** Of the thread that copies the log into the database. */
export interface CheckpointWorkerData {
  /** Of the database. */
  path: string;
  /** Its only number becomes 1 when the thread has let go of the database. */
  ended: Int32Array;
}

export type CheckpointQuestion = 'copy' | 'end';

/** Pages of the log that are left to copy; the database may have gone on while others were copied. */
export type CheckpointResponse = { left: number };

const { path, ended } = workerData as CheckpointWorkerData;
const db = openConnection(path);
db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA schema_version');
const copying = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (question: CheckpointQuestion) => {
  if (question === 'copy') {
    const { log, checkpointed } = copying.get() as { log: number; checkpointed: number };
    parentPort?.postMessage({ left: log - checkpointed } satisfies CheckpointResponse);
    return;
  }
  db.close();
  Atomics.store(ended, 0, 1);
  Atomics.notify(ended, 0);
  parentPort?.close();
});
