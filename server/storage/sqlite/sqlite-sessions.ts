import type { SqliteDatabase } from './sqlite-database';
import type { SessionRecord, SessionRecords } from '../store';
import { numberOf, textOf } from './rows';

export class SqliteSessions implements SessionRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  all(): SessionRecord[] {
    return this.#db.all('SELECT * FROM sessions ORDER BY expires_at, id').map((row) => ({
      id: textOf(row, 'id'),
      proof: textOf(row, 'proof'),
      token: textOf(row, 'token'),
      expiresAt: numberOf(row, 'expires_at'),
    }));
  }

  insert({ id, proof, token, expiresAt }: SessionRecord): void {
    this.#db.run(
      'INSERT INTO sessions (id, proof, token, expires_at) VALUES (?, ?, ?, ?)',
      id,
      proof,
      token,
      expiresAt,
    );
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM sessions WHERE id = ?', id);
  }
}
