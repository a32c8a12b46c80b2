import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import { BlobHashMismatch } from '../../storage/blobs';
import { hashAndSync } from '../../storage/files/blob-files';
import { BlobTrash } from '../../storage/files/blob-trash';
import { FileBlobs } from '../../storage/files/file-blobs';
import { readOwnFile, writeWhole } from '../../storage/files/own-files';
import { StartupProblem, systemErrorCode } from '../../startup-problem';
import { checkFolderIsOurs } from '../data-folder/folder-safety';
import type { BlobRecord } from '../data-folder/blob-records';
import { readBlobSource, SourceUnreadable } from './blob-source';
import {
  beginBackup,
  DATABASE,
  finishBackup,
  listBackups,
  lockBackupFolder,
  pathsIn,
  removeOldBackups,
  removeUnfinished,
  removeUnnamedFiles,
} from './backup-folder';
import { readManifest, SETTINGS_FILES, type Manifest } from './manifest';
import { sqliteCode } from '../../storage/sqlite-driver';
import { isFull } from './full-disk';
import { takeSnapshot, type Snapshot } from './snapshot';

/** A gateway that deletes files all the time is given up on: each round copies only what is new since the one before. */
const MAX_ROUNDS = 100;

export interface BackupOrder {
  dataDir: string;
  /** Folder of the backups. */
  to: string;
  /** Number of finished backups that remain, this one included; `null`: all. */
  keep: number | null;
  /** Of this program. */
  version: string;
  now: () => number;
  /**
   * Awaited after each copied file, which took so many milliseconds: leaves the disk to the gateway. Not in later rounds, which copy
   * little, and must be faster than the gateway deletes.
   */
  pace?: (tookMs: number) => Promise<void>;
}

export interface BackupResult {
  name: string;
  manifest: Manifest;
  /** What was not in the folder before. */
  copied: { files: number; bytes: number };
  /** Sentences; empty if the backup is complete. */
  problems: string[];
}

/**
 * Implements `flowdeck backup`. The gateway may be running, and is not stopped or slowed down.
 *
 * The database decides what belongs to the backup: it is copied first, as it is at one moment, then the files that it names. The
 * gateway may delete some of them meanwhile. It removes their records first, so a newer copy of the database does not name them:
 * the database is copied again, until all files that it names are there. A file that is still named then was lost before.
 * @throws StartupProblem
 */
export async function backUp(order: BackupOrder): Promise<BackupResult> {
  const { dataDir, to } = order;
  checkSource(dataDir, to);
  try {
    const lock = lockBackupFolder(to);
    try {
      return await backUpLocked(order);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw explain(error, to);
  }
}

async function backUpLocked(order: BackupOrder): Promise<BackupResult> {
  const { to, keep } = order;
  removeUnfinished(to);
  const files = await FileBlobs.open(pathsIn(to).files);
  try {
    const backup = await makeBackup(order, files);
    if (keep !== null) await removeOldBackups(to, keep);
    const damaged = await removeUnnamedFiles(to, files);
    const problems = [...backup.manifest.lost.map(lostSentence), ...damaged.map((name) => damagedSentence(to, name))];
    return { ...backup, problems };
  } catch (error) {
    removeUnfinished(to);
    // The gateway may use the same disk. Otherwise, the next run continues with these files.
    if (isFull(error)) await removeUnnamedFiles(to, files);
    throw error;
  }
}

async function makeBackup(
  { dataDir, to, version, now, pace }: BackupOrder,
  files: FileBlobs,
): Promise<Omit<BackupResult, 'problems'>> {
  const name = beginBackup(to, now());
  const folder = pathsIn(to).backup(name);
  const copied = { files: 0, bytes: 0 };
  let lostBefore: ReadonlySet<string> = new Set();
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const madeAt = new Date(now()).toISOString();
    const snapshot = await takeSnapshot(path.join(dataDir, DATABASE), path.join(folder, DATABASE));
    refuseOtherStore(to, snapshot);
    const lost = await copyFiles(snapshot.records, {
      blobs: path.join(dataDir, 'blobs'),
      files,
      copied,
      pace: round === 1 ? pace : undefined,
    });
    if (lost.some((hash) => !lostBefore.has(hash))) {
      lostBefore = new Set(lost);
      continue;
    }
    const isLost = new Set(lost);
    const manifest: Manifest = {
      format: 1,
      made_at: madeAt,
      version,
      schema: snapshot.schema,
      store: snapshot.store,
      database: await stored(path.join(folder, DATABASE)),
      settings: copySettings(dataDir, folder),
      files: snapshot.records
        .filter(({ blob }) => !isLost.has(blob))
        .map(({ blob }) => [blob, statSync(files.path(blob)).size]),
      lost,
    };
    await finishBackup(to, name, manifest);
    return { name, manifest, copied };
  }
  throw new StartupProblem(
    `The gateway deletes files faster than they are copied to ${to}: no backup was made, earlier ones are complete. Try again later.`,
  );
}

const lostSentence = (hash: string) =>
  `The file blake3:${hash} is missing or damaged in the data folder, and is not in the backup; flowdeck verify names its asset.`;

const damagedSentence = (to: string, name: string) =>
  `The manifest of the backup ${name} is damaged: remove ${pathsIn(to).backup(name)}. Until then, no file is removed from ${to}.`;

/** @throws StartupProblem if there is nothing to back up, or a folder that cannot be used for it */
function checkSource(dataDir: string, to: string): void {
  const database = path.join(dataDir, DATABASE);
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    throw new StartupProblem(`Database ${database} not found: name the data folder with --data-dir.`);
  }
  checkFolderIsOurs(dataDir);
  refuseInside(dataDir, to);
}

/** @throws StartupProblem if the backups would be inside of the data folder */
export function refuseInside(dataDir: string, to: string): void {
  const [source, target] = [realPath(dataDir), realPath(to)];
  if (`${target}${path.sep}`.startsWith(`${source}${path.sep}`)) {
    throw new StartupProblem(
      `The backups would be inside of the data folder ${dataDir}, and lost with it: name another folder for them.`,
    );
  }
}

/** The real path of the part that exists. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}

/** With the backups of two data folders in one, `--keep` would remove those of the other. */
function refuseOtherStore(to: string, { store }: Snapshot): void {
  const newest = listBackups(to).finished.at(-1);
  const before = newest === undefined ? null : (readManifest(pathsIn(to).manifest(newest))?.store ?? null);
  if (before !== null && store !== null && before !== store) {
    throw new StartupProblem(`The folder ${to} has the backups of another data folder: name another one for them.`);
  }
}

interface CopyParts {
  /** Folder of the stored files. */
  blobs: string;
  files: FileBlobs;
  copied: { files: number; bytes: number };
  pace: BackupOrder['pace'];
}

/** Copies what is missing. @returns the hashes of the files that are missing or damaged in the data folder */
async function copyFiles(records: readonly BlobRecord[], { blobs, files, copied, pace }: CopyParts): Promise<string[]> {
  const trash = new BlobTrash(path.join(blobs, 'trash'));
  const lost: string[] = [];
  for (const { blob, size } of records) {
    const source = path.join(blobs, blob.slice(0, 2), blob);
    const has = sizeOf(files.path(blob));
    if (has !== null && has === (size ?? sizeOf(source) ?? has)) continue;
    const startedAt = performance.now();
    try {
      // An older database was put back, and the next start of the gateway will take the file out of the trash.
      const from = sizeOf(source) === null ? ((await trash.find(blob)) ?? source) : source;
      const put = await files.put(readBlobSource(from), { expectedHash: blob });
      copied.files += 1;
      copied.bytes += put.size;
    } catch (error) {
      if (!(error instanceof SourceUnreadable) && !(error instanceof BlobHashMismatch)) throw error;
      lost.push(blob);
    }
    await pace?.(performance.now() - startedAt);
  }
  return lost;
}

function sizeOf(file: string): number | null {
  return lstatSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function copySettings(dataDir: string, folder: string): Manifest['settings'] {
  return SETTINGS_FILES.flatMap((name) => {
    const file = path.join(dataDir, name);
    if (!existsSync(file)) return [];
    const text = readOwnFile(file);
    writeWhole(path.join(folder, name), text);
    const bytes = Buffer.from(text);
    return [{ name, bytes: bytes.byteLength, blake3: new Blake3Hasher().update(bytes).digest('hex') }];
  });
}

async function stored(file: string): Promise<{ bytes: number; blake3: string }> {
  const { hash, size } = await hashAndSync(file);
  return { bytes: size, blake3: hash };
}

function explain(error: unknown, to: string): unknown {
  if (error instanceof StartupProblem || !(error instanceof Error)) return error;
  if (isFull(error)) {
    return new StartupProblem(
      `The disk of the backup folder ${to} is full: no backup was made, earlier ones are complete. Free some space, keep fewer backups, or name another folder for them.`,
      { cause: error },
    );
  }
  if (systemErrorCode(error) !== '' || sqliteCode(error) !== null) {
    return new StartupProblem(
      `No backup was made in ${to} (${error.message}); earlier ones are as they were. Check that this folder can be written and the data folder can be read, or name another one for them.`,
      { cause: error },
    );
  }
  return error;
}
