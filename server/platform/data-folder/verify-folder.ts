import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '../../storage/files/blob-files';
import { listBlobRecords, type BlobRecord } from './blob-records';
import { openConnection, type SqliteConnection } from '../../storage/sqlite-driver';
import { StartupProblem } from '../../startup-problem';

const HASH = /^[0-9a-f]{64}$/;
const MAX_DATABASE_PROBLEMS = 20;

export interface FolderResult {
  /** One sentence each; empty if there are no problems. */
  problems: string[];
  files: number;
  /** Number of files that no record refers to. */
  unlisted: number;
}

/**
 * Implements `flowdeck verify`: checks the database, and every stored file against its name and its records. Read-only, so that the
 * gateway may be running. @throws StartupProblem
 */
export async function verifyFolder(folder: string): Promise<FolderResult> {
  const databasePath = path.join(folder, 'flowdeck.db');
  if (!existsSync(databasePath)) throw new StartupProblem(`Database ${databasePath} not found: name the data folder.`);
  const database = openConnection(databasePath, { readOnly: true });
  try {
    const problems = databaseProblems(database);
    const records = new Map(listBlobRecords(database).map((record) => [record.blob, record]));
    const hashes = listHashes(path.join(folder, 'blobs'));
    for (const hash of hashes) {
      const problem = await fileProblem(path.join(folder, 'blobs', hash.slice(0, 2), hash), hash, records.get(hash));
      if (problem !== null) problems.push(problem);
    }
    const stored = new Set(hashes);
    for (const record of records.values()) {
      if (!stored.has(record.blob)) problems.push(`The file blake3:${record.blob} is missing${usedBy(record)}.`);
    }
    return { problems, files: hashes.length, unlisted: hashes.filter((hash) => !records.has(hash)).length };
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) {
      return { problems: [`The database cannot be read: ${error.message}.`], files: 0, unlisted: 0 };
    }
    throw error;
  } finally {
    database.close();
  }
}

function databaseProblems(database: SqliteConnection): string[] {
  // SQLite documents this column.
  const found = database.prepare(`PRAGMA integrity_check(${MAX_DATABASE_PROBLEMS})`).all() as {
    integrity_check: string;
  }[];
  const broken = found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  const dangling = database.prepare('PRAGMA foreign_key_check').all().length;
  return [
    ...broken.map((text) => `The database is damaged: ${text}.`),
    ...(dangling > 0 ? [`The database has ${dangling} records that refer to missing ones.`] : []),
  ];
}

async function fileProblem(file: string, hash: string, record: BlobRecord | undefined): Promise<string | null> {
  try {
    const { size } = await stat(file);
    if (record && record.size !== null && record.size !== size) {
      return `The file blake3:${hash} has ${size} bytes instead of ${record.size}${usedBy(record)}.`;
    }
    if ((await hashFile(file)) !== hash)
      return `The file blake3:${hash} has other bytes than recorded${usedBy(record)}.`;
    return null;
  } catch (error) {
    return `The file blake3:${hash} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

const usedBy = (record: BlobRecord | undefined) => (record?.asset ? `, asset ${record.asset}` : '');

function listHashes(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => readdirSync(path.join(folder, name)).filter((file) => HASH.test(file)));
}
