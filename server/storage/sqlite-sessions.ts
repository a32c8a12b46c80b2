import type { SqliteDatabase } from './sqlite-database';
import type { SessionRecord, SessionRecords } from './store';

export class SqliteSessions implements SessionRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  all(): SessionRecord[] {
    return this.#db.all('SELECT * FROM sessions ORDER BY expires_at, id').map((row) => ({
      id: row['id'] as string,
      proof: row['proof'] as string,
      token: row['token'] as string,
      expiresAt: row['expires_at'] as number,
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
