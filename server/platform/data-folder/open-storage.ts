import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../clock';
import type { Logger } from '../../log';
import { isDiskFull } from '../../storage/files/blob-files';
import { FileBlobs } from '../../storage/files/file-blobs';
import { SQLITE, sqliteCode } from '../../storage/sqlite-driver';
import { openSqliteStore, type SqliteStore, type StoreIdentity } from '../../storage/sqlite/sqlite-store';
import { StoreCorrupt, StoreForeign, StoreTooNew, StoreUnusable } from '../../storage/store-errors';
import { recoverFiles } from '../../assets/recover-files';
import type { UnlistedFiles } from '../../storage/unlisted-files';
import type { DataFolder } from './data-folder';
import type { DiskSpace } from './disk-space';
import {
  checkFit,
  readIdentity,
  writeIdentity,
  findUnlistedFiles,
  isMarkedOlder,
  markOlder,
  unmarkOlder,
} from './database-fit';
import { StartupProblem, systemErrorCode } from '../../startup-problem';

export interface Storage {
  store: SqliteStore;
  blobs: FileBlobs;
  /** Present if the database is, or was at an earlier start, an older copy, and the owner has not decided yet. */
  unlistedFiles?: UnlistedFiles;
}

interface StorageOptions {
  recover: boolean;
  log: Logger;
  clock: Clock;
  newId: () => string;
  disk: DiskSpace;
  /** Path of the built `checkpoint-worker`. */
  checkpointScript?: string;
}

/**
 * Opens the database and the files of a data folder, if they belong together. If the database is missing or of another folder, a
 * start must not treat the files as unreferenced. @throws StartupProblem
 */
export async function openStorage(folder: DataFolder, options: StorageOptions): Promise<Storage> {
  try {
    return await open(folder, options);
  } catch (error) {
    const advice = error instanceof StartupProblem ? null : whatToDo(error);
    if (advice === null || !(error instanceof Error)) throw error;
    const what = error.message.includes(folder.path) ? error.message : `${error.message} (${folder.databasePath})`;
    throw new StartupProblem(`${what}: ${advice}.`, { cause: error });
  }
}

async function open(folder: DataFolder, options: StorageOptions): Promise<Storage> {
  const { recover, log, newId, disk } = options;
  // Opening writes a little: the identity, the shared index of the database, temporary folders.
  if (disk.isFull) disk.makeRoom();
  const blobs = await FileBlobs.open(folder.blobsPath, (hash) =>
    log.error({ blob: hash }, 'A stored file was damaged and is set aside in blobs/damaged'),
  );
  const isNew = !existsSync(folder.databasePath) || statSync(folder.databasePath).size === 0;
  if (isNew && (await hasFiles(blobs))) {
    if (!recover) throw new StartupProblem(missingDatabase(folder));
    setAside(folder, log);
  }
  const store = openStore(folder, options);
  try {
    const inDatabase = store.identity();
    const besideFiles = readIdentity(folder.blobsPath);
    const fit = isNew ? 'fits' : checkFit(inDatabase, besideFiles);
    if (fit === 'other' && !recover) throw new StartupProblem(otherDatabase(folder));
    const identity = {
      id: inDatabase?.id ?? besideFiles?.id ?? newId(),
      generation: Math.max(inDatabase?.generation ?? 0, besideFiles?.generation ?? 0) + 1,
    };
    noteIdentity(folder, store, { identity, isOlder: fit === 'older' }, options);
    if (recover) {
      const files = await recoverFiles({ ...options, store, blobs });
      log.info({ files }, 'Stored files that the database did not list are listed as uploads');
      unmarkOlder(folder.blobsPath);
      return { store, blobs };
    }
    if (fit === 'fits' && !isMarkedOlder(folder.blobsPath)) return { store, blobs };
    const unlistedFiles = await findUnlistedFiles(folder.blobsPath, { store, blobs });
    if (unlistedFiles.found?.files === 0 && fit === 'fits') {
      unmarkOlder(folder.blobsPath);
      return { store, blobs };
    }
    log.warn(
      { database: folder.databasePath, ...unlistedFiles.found },
      'The database is older than the stored files. Files that it does not list are preserved; --recover adds them as uploads',
    );
    return { store, blobs, unlistedFiles };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** A full disk without a reserve does not prevent a start: the folder can be read, and files deleted. */
function noteIdentity(
  { blobsPath }: DataFolder,
  store: SqliteStore,
  { identity, isOlder }: { identity: StoreIdentity; isOlder: boolean },
  { log, clock }: StorageOptions,
): void {
  try {
    // First: with the new identity, the next start cannot tell an older copy from the newest one.
    if (isOlder) markOlder(blobsPath, clock.now());
    store.setIdentity(identity);
    writeIdentity(blobsPath, identity);
  } catch (error) {
    if (!isDiskFull(error) && !(error instanceof StoreUnusable)) throw error;
    log.warn({ err: error }, 'The disk is full: this start could not be noted in the data folder');
  }
}

async function hasFiles(blobs: FileBlobs): Promise<boolean> {
  for await (const _ of blobs.list()) return true;
  return false;
}

function missingDatabase({ path: folder, databasePath }: DataFolder): string {
  return (
    `The data folder ${folder} has stored files, but its database ${databasePath} is missing or empty: put the database ` +
    'back, or start with --recover to list the files as uploads, or name another folder with --data-dir.'
  );
}

function otherDatabase({ path: folder, databasePath }: DataFolder): string {
  return (
    `The database ${databasePath} belongs to another data folder than the files in ${folder}: put the right database ` +
    'back, or start with --recover to use this one and list the files as uploads.'
  );
}

function openStore(folder: DataFolder, { recover, log, disk, checkpointScript }: StorageOptions): SqliteStore {
  const how = { spareRoom: disk, ...(checkpointScript === undefined ? {} : { checkpointScript }) };
  try {
    return openSqliteStore(folder.databasePath, how);
  } catch (error) {
    if (error instanceof StoreCorrupt && recover) {
      setAside(folder, log);
      return openSqliteStore(folder.databasePath, how);
    }
    throw error;
  }
}

/** Renames the database and its companion files; nothing is deleted. */
function setAside({ databasePath }: DataFolder, log: Logger): void {
  const suffix = `.damaged-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  for (const file of [databasePath, `${databasePath}-wal`, `${databasePath}-shm`]) {
    if (!existsSync(file)) continue;
    renameSync(file, `${file}${suffix}`);
    log.warn({ file: path.basename(`${file}${suffix}`) }, 'A file of the database was set aside');
  }
}

function whatToDo(error: unknown): string | null {
  if (error instanceof StoreCorrupt) {
    return 'put back a copy of it, or start with --recover, which keeps the damaged file and lists the stored files as uploads, or name another folder with --data-dir';
  }
  if (error instanceof StoreTooNew)
    return 'start the newer version, or name another folder with --data-dir; the database was not changed';
  if (error instanceof StoreForeign) return 'name another folder with --data-dir';
  if (/^E(?:ACCES|PERM|ROFS|ISDIR|NOTDIR)$/.test(systemErrorCode(error))) {
    return 'make the data folder and its files readable and writable, or name another one with --data-dir';
  }
  const code = sqliteCode(error);
  if (code === SQLITE.CANTOPEN || code === SQLITE.READONLY)
    return 'make the data folder and the database writable, or name another one with --data-dir';
  if (code === SQLITE.FULL || code === SQLITE.IOERR || isDiskFull(error) || error instanceof StoreUnusable) {
    return 'free some space on its disk and start again';
  }
  return null;
}
