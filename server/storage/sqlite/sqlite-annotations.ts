import type { AnnotationRecord, AnnotationRecords } from '../store';
import { numberOf, textOf } from './rows';
import type { SqliteDatabase } from './sqlite-database';

export class SqliteAnnotations implements AnnotationRecords {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  id(): string {
    return textOf(this.#db.get('SELECT id FROM job_annotations_identity'), 'id');
  }

  get(owner: string, jobId: string): string | null {
    const row = this.#db.get('SELECT annotation FROM job_annotations WHERE owner = ? AND job_id = ?', owner, jobId);
    return row ? textOf(row, 'annotation') : null;
  }

  put(owner: string, jobId: string, annotation: string): void {
    this.#db.run(
      `INSERT INTO job_annotations (owner, job_id, annotation, version)
         VALUES (?1, ?2, ?3, (SELECT coalesce(max(version), 0) + 1 FROM job_annotations WHERE owner = ?1))
         ON CONFLICT (owner, job_id) DO UPDATE SET annotation = excluded.annotation, version = excluded.version`,
      owner,
      jobId,
      annotation,
    );
  }

  changedSince(owner: string, version: number, limit: number): AnnotationRecord[] {
    const sql = `SELECT job_id, annotation, version FROM job_annotations WHERE owner = ? AND version > ? ORDER BY version LIMIT ?`;
    return this.#db.all(sql, owner, version, limit).map((row) => ({
      jobId: textOf(row, 'job_id'),
      annotation: textOf(row, 'annotation'),
      version: numberOf(row, 'version'),
    }));
  }

  lastVersion(owner: string): number {
    const sql = 'SELECT coalesce(max(version), 0) AS version FROM job_annotations WHERE owner = ?';
    return numberOf(this.#db.get(sql, owner), 'version');
  }
}
