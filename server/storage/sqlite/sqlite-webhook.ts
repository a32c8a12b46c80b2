import type { JobRecord } from '../job-record';
import type { WebhookDelivery, WebhookRecords } from '../webhook-records';
import { numberOf, numberOrNull, textOf } from './rows';
import type { SqliteDatabase } from './sqlite-database';

export class SqliteWebhook implements WebhookRecords {
  onJobEnd: ((ended: JobRecord) => void) | null = null;
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  state(name: string): string | null {
    const row = this.#db.get('SELECT value FROM webhook_state WHERE name = ?', name);
    return row ? textOf(row, 'value') : null;
  }

  setState(name: string, value: string | null): void {
    if (value === null) this.#db.run('DELETE FROM webhook_state WHERE name = ?', name);
    else this.#db.run('INSERT OR REPLACE INTO webhook_state (name, value) VALUES (?, ?)', name, value);
  }

  put({ id, event, createdAt, attempts, nextAt }: WebhookDelivery): void {
    this.#db.run(
      `INSERT INTO webhook_deliveries (id, event, created_at, attempts, next_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
      id,
      event,
      createdAt,
      attempts,
      nextAt,
    );
  }

  due(now: number): WebhookDelivery | null {
    const sql = 'SELECT * FROM webhook_deliveries WHERE next_at <= ? ORDER BY next_at, seq LIMIT 1';
    const row = this.#db.get(sql, now);
    if (!row) return null;
    return {
      id: textOf(row, 'id'),
      event: textOf(row, 'event'),
      createdAt: numberOf(row, 'created_at'),
      attempts: numberOf(row, 'attempts'),
      nextAt: numberOf(row, 'next_at'),
    };
  }

  nextAt(): number | null {
    const row = this.#db.get('SELECT min(next_at) AS next FROM webhook_deliveries');
    return row ? numberOrNull(row, 'next') : null;
  }

  postpone(id: string, attempts: number, nextAt: number): void {
    this.#db.run('UPDATE webhook_deliveries SET attempts = ?, next_at = ? WHERE id = ?', attempts, nextAt, id);
  }

  hasten(now: number): void {
    this.#db.run('UPDATE webhook_deliveries SET next_at = ?', now);
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM webhook_deliveries WHERE id = ?', id);
  }

  removeAll(): void {
    this.#db.run('DELETE FROM webhook_deliveries');
  }

  prune(instant: number, limit: number): number {
    return this.#db.run(
      `DELETE FROM webhook_deliveries WHERE created_at < ?
         OR seq <= (SELECT seq FROM webhook_deliveries ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
      instant,
      limit,
    );
  }

  count(): number {
    return numberOf(this.#db.get('SELECT count(*) AS n FROM webhook_deliveries'), 'n');
  }
}
