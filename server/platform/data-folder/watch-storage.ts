import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../clock';
import type { Logger } from '../../log';
import type { SqliteStore } from '../../storage/sqlite/sqlite-store';
import { DISK_FULL } from '../../storage/spare-room';
import type { DataFolder } from './data-folder';
import type { DiskSpace } from './disk-space';

const INTERVAL_MS = 2000;

const NOT_OURS = 'Another gateway uses the data folder: stop one of the two';

interface WatchDeps {
  store: Pick<SqliteStore, 'problem' | 'probe' | 'block' | 'isInPlace'>;
  disk: Pick<DiskSpace, 'isFull' | 'look'>;
  clock: Clock;
  log: Logger;
}

/** Detects within seconds that the data folder is unusable, before a user does. */
export function watchStorage(
  folder: Pick<DataFolder, 'holdsLock' | 'blobsPath'>,
  { store, disk, clock, log }: WatchDeps,
): { problem: () => string | null; close: () => void } {
  let folderProblem: string | null = null;
  let reported: string | null = null;
  let cancel: () => void = () => {};
  const problem = () => store.problem() ?? (disk.isFull ? DISK_FULL : null) ?? folderProblem;
  const look = () => {
    // A lock file without our database belongs to a new folder at the same path, which must not be locked.
    if (store.isInPlace()) store.block(folder.holdsLock() ? null : NOT_OURS);
    store.probe();
    disk.look();
    folderProblem = blobProblem(folder.blobsPath);
    const found = problem();
    if (found !== null && found !== reported) log.error({ problem: found }, 'The data folder cannot be used');
    if (found === null && reported !== null) log.info({}, 'The data folder can be used again');
    reported = found;
    cancel = clock.after(INTERVAL_MS, look);
  };
  cancel = clock.after(INTERVAL_MS, look);
  return { problem, close: () => cancel() };
}

function blobProblem(blobsPath: string): string | null {
  try {
    for (const each of [blobsPath, path.join(blobsPath, 'tmp')]) {
      accessSync(each, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    return null;
  } catch {
    return 'Files cannot be stored: the folder of the files is missing, or may not be written';
  }
}
