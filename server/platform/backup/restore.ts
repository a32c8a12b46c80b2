import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BlobHashMismatch } from '../../storage/blobs';
import { hashAndSync, hashFile, syncFolder } from '../../storage/files/blob-files';
import { FileBlobs } from '../../storage/files/file-blobs';
import { writeWhole } from '../../storage/files/own-files';
import { fieldsOf } from '@contract/typed-objects';
import { MIGRATIONS } from '../../storage/sqlite/migrations';
import { openConnection, type SqliteConnection } from '../../storage/sqlite-driver';
import { StoreCorrupt, StoreForeign, StoreTooNew } from '../../storage/store-errors';
import { StartupProblem, systemErrorCode } from '../../startup-problem';
import { makeFolder } from '../data-folder/data-folder';
import { lockFile, type FileLock } from '../data-folder/file-lock';
import { checkFolderIsOurs } from '../data-folder/folder-safety';
import { UNFINISHED_RESTORE } from '../data-folder/unfinished-restore';
import { DATABASE, listBackups, lockBackupFolder, pathsIn } from './backup-folder';
import { readBlobSource, SourceUnreadable } from './blob-source';
import { readManifest, SETTINGS_FILES, type Manifest } from './manifest';
import { isFull } from './full-disk';
import { requestKey } from '../../router/calls/request-key';
import { readSnapshot } from './snapshot';

export interface RestoreOrder {
  /** Folder of the backups. */
  from: string;
  /** Name of the backup; `null`: the newest one. */
  backup: string | null;
  /** Data folder to create; it must be empty or missing. */
  dataDir: string;
  /** Sends queued model calls that cost money, too. For a backup that nothing ran after. */
  sendsCalls?: boolean;
}

export interface RestoreResult {
  name: string;
  manifest: Manifest;
  /** Number of restored files. */
  files: number;
  /** What was queued or running at the time of the backup: the jobs will start again, and the calls if they are free or sent. */
  pending: { jobs: number; modelCalls: number };
  /** Sentences; empty if everything was restored. */
  problems: string[];
}

/**
 * Implements `flowdeck restore`. The database gets its name last, and a mark stays in the folder until then: the gateway does not
 * start with a partial folder, and after a kill the same restore continues.
 * @throws StartupProblem
 */
export async function restoreBackup({
  from,
  backup,
  dataDir,
  sendsCalls = false,
}: RestoreOrder): Promise<RestoreResult> {
  if (!existsSync(pathsIn(from).backups)) {
    throw new StartupProblem(
      `There are no backups in ${from}: name the folder that flowdeck backup wrote to with --from.`,
    );
  }
  const locks: FileLock[] = [];
  try {
    const source = lockSource(from);
    if (source !== null) locks.push(source);
    const chosen = await chooseBackup(from, backup);
    locks.push(prepareFolder(dataDir));
    return await restoreFiles(from, chosen, { dataDir, sendsCalls });
  } catch (error) {
    throw explain(error, dataDir);
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** Backups may be on a medium that cannot be written, where nothing can remove files either. */
function lockSource(from: string): FileLock | null {
  try {
    return lockBackupFolder(from);
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    return null;
  }
}

interface ChosenBackup {
  name: string;
  manifest: Manifest;
}

async function chooseBackup(from: string, wanted: string | null): Promise<ChosenBackup> {
  const { finished, unfinished } = listBackups(from);
  const name = wanted ?? finished.at(-1);
  const all = finished.length === 0 ? `${from} has no finished backup.` : `${from} has ${finished.join(', ')}.`;
  if (name === undefined) throw new StartupProblem(all);
  if (unfinished.includes(name)) throw new StartupProblem(`The backup ${name} was never finished: ${all}`);
  if (!finished.includes(name)) throw new StartupProblem(`There is no backup "${name}": ${all}`);
  const manifest = readManifest(pathsIn(from).manifest(name));
  if (manifest === null) {
    throw new StartupProblem(`The manifest of the backup ${name} is damaged: choose another one with --backup; ${all}`);
  }
  const database = path.join(pathsIn(from).backup(name), DATABASE);
  if (manifest.schema > MIGRATIONS.length) throw new StoreTooNew(database, manifest.schema, MIGRATIONS.length);
  if ((await hashIfThere(database)) !== manifest.database.blake3) {
    throw new StartupProblem(`The database of the backup ${name} is damaged: choose another one with --backup; ${all}`);
  }
  return { name, manifest };
}

async function hashIfThere(file: string): Promise<string | null> {
  return existsSync(file) ? await hashFile(file) : null;
}

/** @returns the lock of the new data folder, so that no gateway starts with it meanwhile */
function prepareFolder(dataDir: string): FileLock {
  makeFolder(dataDir);
  const mark = path.join(dataDir, UNFINISHED_RESTORE);
  if (!existsSync(mark) && readdirSync(dataDir).length > 0) {
    throw new StartupProblem(
      `The folder ${dataDir} is not empty: nothing was restored. Name an empty or a new folder with --data-dir.`,
    );
  }
  checkFolderIsOurs(dataDir);
  const lock = lockFile(path.join(dataDir, 'lock'));
  if (lock === null) throw new StartupProblem(`Another process uses the folder ${dataDir}: nothing was restored.`);
  writeWhole(mark, '');
  // Of an unfinished restore, which may be of another backup.
  for (const name of SETTINGS_FILES) rmSync(path.join(dataDir, name), { force: true });
  return lock;
}

async function restoreFiles(
  from: string,
  { name, manifest }: ChosenBackup,
  { dataDir, sendsCalls }: { dataDir: string; sendsCalls: boolean },
): Promise<RestoreResult> {
  const paths = pathsIn(from);
  const problems = manifest.lost.map((hash) => `The data folder had lost the file blake3:${hash} before the backup.`);
  const database = path.join(dataDir, `${DATABASE}.restored`);
  copyPrivate(path.join(paths.backup(name), DATABASE), database);
  readSnapshot(database, path.join(paths.backup(name), DATABASE));
  const pending = prepareDatabase(database, sendsCalls);
  for (const { name: setting, blake3 } of manifest.settings) {
    const file = path.join(paths.backup(name), setting);
    if ((await hashIfThere(file)) === blake3) copyPrivate(file, path.join(dataDir, setting));
    else problems.push(`The file ${file} is missing or damaged, and was not restored.`);
  }
  const blobs = await FileBlobs.open(path.join(dataDir, 'blobs'));
  let files = 0;
  for (const [hash] of manifest.files) {
    try {
      await blobs.put(readBlobSource(path.join(paths.files, hash.slice(0, 2), hash)), { expectedHash: hash });
      files += 1;
    } catch (error) {
      if (!(error instanceof SourceUnreadable) && !(error instanceof BlobHashMismatch)) throw error;
      problems.push(`The file blake3:${hash} is missing or damaged in the backup, and was not restored.`);
    }
  }
  await hashAndSync(database);
  renameSync(database, path.join(dataDir, DATABASE));
  await syncFolder(dataDir);
  rmSync(path.join(dataDir, UNFINISHED_RESTORE));
  return { name, manifest, files, pending, problems };
}

/** The medium of a backup may have no modes. */
function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/**
 * Browsers read only the curated records that are newer than those they know. With a new identity they read all again: the
 * restored ones have earlier versions, which later changes would reach again.
 */
function prepareDatabase(file: string, sendsCalls: boolean): RestoreResult['pending'] {
  const database = openConnection(file);
  try {
    markQueuedCalls(database, sendsCalls ? 'queued' : 'restored');
    const count = (sql: string) => Number(fieldsOf(database.prepare(sql).get())['count']);
    if (count("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'curated_identity'") > 0) {
      database.exec('UPDATE curated_identity SET id = lower(hex(randomblob(16)))');
    }
    return {
      jobs: count("SELECT count(*) AS count FROM jobs WHERE status IN ('queued', 'running', 'canceling')"),
      modelCalls: count("SELECT count(*) AS count FROM router_requests WHERE phase IN ('queued', 'restored')"),
    };
  } finally {
    database.close();
  }
}

/** Queued model calls may have run since the backup, also those that had been started and that no provider had accepted. */
function markQueuedCalls(database: SqliteConnection, phase: 'queued' | 'restored'): void {
  const isAccepted =
    'SELECT 1 FROM router_keys AS run WHERE run.owner = router_requests.owner AND run.key = ? || router_requests.id';
  const isQueued = `phase = 'queued' OR (phase = 'running' AND NOT EXISTS (${isAccepted}))`;
  database.prepare(`UPDATE router_requests SET phase = ? WHERE ${isQueued}`).run(phase, requestKey(''));
}

function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof StartupProblem || !(error instanceof Error)) return error;
  const again = 'The backup is unchanged, and the same command continues';
  if (error instanceof StoreTooNew) {
    return new StartupProblem(`${error.message}: restore it with the newer version.`, { cause: error });
  }
  if (error instanceof StoreCorrupt || error instanceof StoreForeign) {
    return new StartupProblem(`${error.message}: choose another backup with --backup.`, { cause: error });
  }
  if (isFull(error)) {
    return new StartupProblem(`The disk of ${dataDir} is full. ${again} once there is space.`, { cause: error });
  }
  if (systemErrorCode(error) !== '') {
    return new StartupProblem(`The backup cannot be restored into ${dataDir} (${error.message}). ${again}.`, {
      cause: error,
    });
  }
  return error;
}
