import { rmSync } from 'node:fs';
import { fieldsOf } from '@contract/typed-objects';
import { MIGRATIONS } from '../../storage/sqlite/migrations';
import { APPLICATION_ID } from '../../storage/sqlite/sqlite-database';
import { copyDatabase, openConnection, SQLITE, sqliteCode, type SqliteConnection } from '../../storage/sqlite-driver';
import { StoreCorrupt, StoreForeign, StoreTooNew } from '../../storage/store-errors';
import { StartupProblem } from '../../startup-problem';
import { listBlobRecords, type BlobRecord } from '../data-folder/blob-records';

export interface Snapshot {
  /** Version of the tables. */
  schema: number;
  /** Identity of the data folder; `null` if it was never started since identities were introduced. */
  store: string | null;
  records: BlobRecord[];
}

/**
 * Copies the database as it is at one moment, and checks the copy, which is a single file without a log.
 * @param to replaced if it exists @throws StartupProblem
 */
export async function takeSnapshot(from: string, to: string): Promise<Snapshot> {
  for (const file of [to, `${to}-journal`]) rmSync(file, { force: true });
  try {
    await copyDatabase(from, to);
    return readSnapshot(to, from);
  } catch (error) {
    const code = sqliteCode(error);
    if (error instanceof StoreCorrupt || code === SQLITE.CORRUPT || code === SQLITE.NOTADB) {
      throw new StartupProblem(
        `${new StoreCorrupt(from).message}: no backup was made, earlier ones are as they were. Put back a copy of the database, or restore a backup into a new folder.`,
        { cause: error },
      );
    }
    if (error instanceof StoreTooNew) throw new StartupProblem(`${error.message}: use the newer version.`);
    if (error instanceof StoreForeign)
      throw new StartupProblem(`${error.message}: name another folder with --data-dir.`);
    throw error;
  }
}

/**
 * Checks a database that no process uses. @param shown path in messages
 * @throws StoreCorrupt, StoreTooNew, StoreForeign, or the error of SQLite
 */
export function readSnapshot(file: string, shown: string): Snapshot {
  const database = openConnection(file);
  try {
    const pragma = (name: string) => fieldsOf(database.prepare(`PRAGMA ${name}`).get())[name];
    if (pragma('application_id') !== APPLICATION_ID) throw new StoreForeign(shown);
    const schema = Number(pragma('user_version'));
    if (schema > MIGRATIONS.length) throw new StoreTooNew(shown, schema, MIGRATIONS.length);
    // The copy has the mode of the original, which would leave a log beside it.
    database.exec('PRAGMA journal_mode = DELETE');
    const found = fieldsOf(database.prepare('PRAGMA quick_check(1)').get())['quick_check'];
    if (found !== 'ok') throw new StoreCorrupt(shown, { cause: new Error(String(found)) });
    return { schema, store: identityOf(database), records: listBlobRecords(database) };
  } finally {
    database.close();
  }
}

function identityOf(database: SqliteConnection): string | null {
  const { id } = fieldsOf(database.prepare('SELECT id FROM store_identity').get());
  return typeof id === 'string' ? id : null;
}
