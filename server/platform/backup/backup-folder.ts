import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../../storage/files/blob-files';
import type { FileBlobs } from '../../storage/files/file-blobs';
import { writeWhole } from '../../storage/files/own-files';
import { StartupProblem } from '../../startup-problem';
import { makeFolder } from '../data-folder/data-folder';
import { lockFile, type FileLock } from '../data-folder/file-lock';
import { readManifest, type Manifest } from './manifest';

/** `20261128T155012345Z`: sorts by time, and is a file name on every system. */
const NAME = /^\d{8}T\d{9}Z$/;
const MANIFEST = 'manifest.json';
export const DATABASE = 'flowdeck.db';

export interface BackupNames {
  /** From the oldest to the newest. */
  finished: string[];
  /** Those that a kill or a failure interrupted. */
  unfinished: string[];
}

/**
 * Paths in a folder of backups: `files/` has the stored files of all of them, by hash as in the data folder, and each has its
 * database, its settings and its manifest in `backups/<name>/`.
 */
export const pathsIn = (folder: string) => ({
  files: path.join(folder, 'files'),
  backups: path.join(folder, 'backups'),
  backup: (name: string) => path.join(folder, 'backups', name),
  manifest: (name: string) => path.join(folder, 'backups', name, MANIFEST),
});

export function listBackups(folder: string): BackupNames {
  const paths = pathsIn(folder);
  const found: BackupNames = { finished: [], unfinished: [] };
  if (!existsSync(paths.backups)) return found;
  for (const name of readdirSync(paths.backups).sort()) {
    if (NAME.test(name)) found[existsSync(paths.manifest(name)) ? 'finished' : 'unfinished'].push(name);
  }
  return found;
}

/** Returns when the newest finished backup began, in Unix milliseconds; `null` if there is none. */
export function newestBackupTime(folder: string): number | null {
  const newest = listBackups(folder).finished.at(-1);
  return newest === undefined ? null : timeOf(newest);
}

/** Creates the folder, and locks it until the process ends or releases it. @throws StartupProblem if another process works in it */
export function lockBackupFolder(folder: string): FileLock {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new StartupProblem(`${folder} is a file: name a folder for the backups.`);
  }
  makeFolder(folder);
  const lock = lockFile(path.join(folder, 'lock'));
  if (lock === null) {
    throw new StartupProblem(`Another process works with the backups in ${folder}: try again when it has finished.`);
  }
  return lock;
}

/**
 * Creates the folder of a new backup. Its name is later than all others, even if the clock was set back, since names decide which
 * backups are the newest.
 */
export function beginBackup(folder: string, now: number): string {
  const paths = pathsIn(folder);
  makeFolder(paths.backups);
  const last = readdirSync(paths.backups)
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);
  const name = nameOf(last === undefined ? now : Math.max(now, timeOf(last) + 1));
  mkdirSync(paths.backup(name), { mode: 0o700 });
  return name;
}

/** Finishes a backup, whose files are all on disk. */
export async function finishBackup(folder: string, name: string, manifest: Manifest): Promise<void> {
  const paths = pathsIn(folder);
  writeWhole(paths.manifest(name), JSON.stringify(manifest));
  for (const each of [paths.backup(name), paths.backups, folder]) await syncFolder(each);
}

export function removeUnfinished(folder: string): void {
  for (const name of listBackups(folder).unfinished) rmSync(pathsIn(folder).backup(name), { recursive: true });
}

/** Removes all finished backups but the newest ones. The manifest first: a kill leaves an unfinished backup, not a partial one. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const paths = pathsIn(folder);
  for (const name of listBackups(folder).finished.slice(0, -keep)) {
    rmSync(paths.manifest(name));
    await syncFolder(paths.backup(name));
    rmSync(paths.backup(name), { recursive: true });
  }
}

/**
 * Removes the stored files that no backup names; none if a manifest cannot be read, since its backup may need them.
 * @returns the names of the backups whose manifest cannot be read
 */
export async function removeUnnamedFiles(folder: string, files: FileBlobs): Promise<string[]> {
  const damaged: string[] = [];
  const named = new Set<string>();
  for (const name of listBackups(folder).finished) {
    const manifest = readManifest(pathsIn(folder).manifest(name));
    if (manifest === null) damaged.push(name);
    else for (const [hash] of manifest.files) named.add(hash);
  }
  if (damaged.length > 0) return damaged;
  for await (const hash of files.list()) if (!named.has(hash)) await files.remove(hash);
  return [];
}

function nameOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:.]/g, '');
}

/** @param name as of `nameOf` */
export function timeOf(name: string): number {
  const part = (start: number, end: number) => Number(name.slice(start, end));
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(9, 11), part(11, 13), part(13, 15), part(15, 18));
}
