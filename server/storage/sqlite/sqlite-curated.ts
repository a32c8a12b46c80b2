import type { CuratedRecords, CuratedRow } from '../store';
import { numberOf, textOf } from './rows';
import type { SqliteDatabase } from './sqlite-database';

export class SqliteCurated implements CuratedRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  id(): string {
    return textOf(this.#db.get('SELECT id FROM curated_identity'), 'id');
  }

  get(owner: string, kind: string, id: string): string | null {
    const sql = 'SELECT state FROM curated_records WHERE owner = ? AND kind = ? AND id = ?';
    const row = this.#db.get(sql, owner, kind, id);
    return row ? textOf(row, 'state') : null;
  }

  put(owner: string, { kind, id, state }: Omit<CuratedRow, 'version'>): void {
    this.#db.run(
      `INSERT INTO curated_records (owner, kind, id, state, size, version)
         VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(version), 0) + 1 FROM curated_records WHERE owner = ?1))
         ON CONFLICT (owner, kind, id) DO UPDATE
           SET state = excluded.state, size = excluded.size, version = excluded.version`,
      owner,
      kind,
      id,
      state,
      state.length,
    );
  }

  changedSince(owner: string, version: number, { count, length }: { count: number; length: number }): CuratedRow[] {
    const sizes = 'SELECT version, size FROM curated_records WHERE owner = ? AND version > ? ORDER BY version LIMIT ?';
    let [last, sum] = [version, 0];
    for (const row of this.#db.all(sizes, owner, version, count)) {
      sum += numberOf(row, 'size');
      if (last > version && sum > length) break;
      last = numberOf(row, 'version');
    }
    const sql = `SELECT kind, id, state, version FROM curated_records
      WHERE owner = ? AND version > ? AND version <= ? ORDER BY version`;
    return this.#db.all(sql, owner, version, last).map((row) => ({
      kind: textOf(row, 'kind'),
      id: textOf(row, 'id'),
      state: textOf(row, 'state'),
      version: numberOf(row, 'version'),
    }));
  }

  version(owner: string): number {
    const sql = 'SELECT coalesce(max(version), 0) AS version FROM curated_records WHERE owner = ?';
    return numberOf(this.#db.get(sql, owner), 'version');
  }

  usedLength(owner: string): number {
    const sql = 'SELECT coalesce(sum(size), 0) AS length FROM curated_records WHERE owner = ?';
    return numberOf(this.#db.get(sql, owner), 'length');
  }
}
