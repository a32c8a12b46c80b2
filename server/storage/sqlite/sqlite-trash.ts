import { UNFINISHED } from './sqlite-assets';
import type { Row, SqliteDatabase } from './sqlite-database';
import {
  MAX_LARGEST_JOBS,
  removedOwner,
  trashOwner,
  type SpaceUsed,
  type StorageUsage,
  type TrashRecord,
  type TrashRecords,
} from '../store';
import { numberOf, textOf } from './rows';

export class SqliteTrash implements TrashRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  put({ jobId, owner, deletedAt, keepsOutputs }: TrashRecord): void {
    this.#db.transaction(() => {
      const keeps = keepsOutputs ? 1 : 0;
      this.#db.run(
        'INSERT INTO trash (job_id, owner, deleted_at, keeps_outputs) VALUES (?, ?, ?, ?)',
        jobId,
        owner,
        deletedAt,
        keeps,
      );
      this.#db.run('UPDATE jobs SET owner = ? WHERE id = ?', trashOwner(owner), jobId);
      if (keepsOutputs) return;
      // Files that an unfinished job reads stay readable.
      this.#db.run(
        `UPDATE assets SET owner = ? WHERE job_id = ? AND owner = ? AND id NOT IN (
           SELECT asset_id FROM job_inputs JOIN jobs ON jobs.id = job_inputs.job_id WHERE status IN (${UNFINISHED}))`,
        trashOwner(owner),
        jobId,
        owner,
      );
    });
  }

  get(jobId: string): TrashRecord | null {
    const row = this.#db.get('SELECT * FROM trash WHERE job_id = ?', jobId);
    return row ? trashOf(row) : null;
  }

  restore(jobId: string): void {
    this.#db.transaction(() => {
      const record = this.get(jobId);
      if (!record) return;
      const { owner } = record;
      this.#db.run('UPDATE jobs SET owner = ? WHERE id = ?', owner, jobId);
      this.#db.run('UPDATE assets SET owner = ? WHERE job_id = ? AND owner = ?', owner, jobId, trashOwner(owner));
      this.#db.run('DELETE FROM trash WHERE job_id = ?', jobId);
    });
  }

  list(owner: string, limit: number): TrashRecord[] {
    return this.#db
      .all('SELECT * FROM trash WHERE owner = ? ORDER BY deleted_at DESC, job_id LIMIT ?', owner, limit)
      .map(trashOf);
  }

  deletedBefore(timestamp: number, limit: number): TrashRecord[] {
    return this.#db
      .all('SELECT * FROM trash WHERE deleted_at < ? ORDER BY deleted_at, job_id LIMIT ?', timestamp, limit)
      .map(trashOf);
  }

  releaseOutputs(jobId: string): void {
    this.#db.run(
      'UPDATE assets SET job_id = NULL WHERE job_id = ? AND owner NOT GLOB ?',
      jobId,
      `${removedOwner('')}*`,
    );
  }

  usage(owner: string): StorageUsage {
    const totals = this.#db.all(
      'SELECT owner, is_output, n AS files, bytes FROM asset_counts WHERE owner IN (?, ?, ?)',
      owner,
      trashOwner(owner),
      removedOwner(owner),
    );
    const space = (matches: (row: Row) => boolean): SpaceUsed => {
      const rows = totals.filter(matches);
      return { files: total(rows, 'files'), bytes: total(rows, 'bytes') };
    };
    const largest = this.#db.all(
      'SELECT job_id, files, bytes FROM job_space WHERE owner = ? ORDER BY bytes DESC, job_id LIMIT ?',
      owner,
      MAX_LARGEST_JOBS,
    );
    return {
      uploads: space((row) => row['owner'] === owner && row['is_output'] === 0),
      outputs: space((row) => row['owner'] === owner && row['is_output'] === 1),
      trash: space((row) => row['owner'] === trashOwner(owner)),
      removed: space((row) => row['owner'] === removedOwner(owner)),
      largestJobs: largest.map((row) => ({
        jobId: textOf(row, 'job_id'),
        files: numberOf(row, 'files'),
        bytes: numberOf(row, 'bytes'),
      })),
    };
  }
}

function trashOf(row: Row): TrashRecord {
  return {
    jobId: textOf(row, 'job_id'),
    owner: textOf(row, 'owner'),
    deletedAt: numberOf(row, 'deleted_at'),
    keepsOutputs: row['keeps_outputs'] === 1,
  };
}

function total(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}
