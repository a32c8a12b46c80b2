import { outcomeText } from '../search/job-search';
import type { SqliteDatabase } from './sqlite-database';
import type { JobRecord } from '../store';

/** Keeps the searchable text in sync with the records; each call belongs to the transaction of its record. */
export class SearchedText {
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  add(seq: number, text: string): void {
    this.#db.run('INSERT INTO job_texts (seq, text) VALUES (?, ?)', seq, text);
  }

  /** Called once, at the end of the job. */
  addOutcome(job: JobRecord | null, outputNames: readonly string[]): void {
    const outcome = job ? outcomeText(outputNames, job.error) : '';
    if (job && outcome !== '') this.append(job.seq, outcome);
  }

  append(seq: number, text: string): void {
    this.#db.run('UPDATE job_texts SET text = text || char(10) || ? WHERE seq = ?', text, seq);
  }
}
