import type { QueueRecords } from '../queue-records';
import type { SqliteDatabase } from './sqlite-database';
import { numberOf, numberOrNull } from './rows';

export class SqliteQueue implements QueueRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  pausedAt(): number | null {
    const row = this.#db.get('SELECT paused_at FROM queue_state');
    return row ? numberOrNull(row, 'paused_at') : null;
  }

  setPausedAt(pausedAt: number | null): void {
    this.#db.run('INSERT OR REPLACE INTO queue_state (only_row, paused_at) VALUES (1, ?)', pausedAt);
  }

  takeSeq(): number {
    return this.#db.transaction(() => {
      // SQLite keeps the last number of an AUTOINCREMENT key in this table, and permits updates of it.
      this.#db.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'jobs'");
      return numberOf(this.#db.get("SELECT seq FROM sqlite_sequence WHERE name = 'jobs'"), 'seq');
    });
  }

  setRank(jobId: string, rank: number): void {
    this.#db.run('UPDATE jobs SET queue_rank = ? WHERE id = ?', rank, jobId);
  }
}
