import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { titleSortKey } from '@contract/console/title-sort-key';
import type { SqliteDatabase } from './sqlite-database';
import { yieldToEventLoop } from './yield-to-event-loop';

/** Read in a few milliseconds. */
const TITLES_PER_YIELD = 500;

const TITLES_SQL = `SELECT jobs.seq, jobs.id, jobs.output_title, label.value AS label,
    (SELECT name FROM outputs WHERE outputs.job_id = jobs.id ORDER BY place LIMIT 1) AS output
  FROM json_each(?) AS wanted CROSS JOIN jobs ON jobs.seq = wanted.value
  LEFT JOIN job_labels AS label ON label.seq = jobs.seq AND label.key = '${TITLE_LABEL}'`;

/** Sort keys of job titles, read at the first search in that order. */
export class SqliteJobTitles {
  readonly #db: SqliteDatabase;
  readonly #keys = new Map<number, string>();
  readonly #owners = new Map<string, Promise<void>>();
  readonly #changed = new Set<number>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** To be called for every job that was added, changed or removed before the next search. */
  noteChange(seq: number): void {
    if (this.#owners.size > 0) this.#changed.add(seq);
  }

  /** Reads all titles of an owner, in parts, once. */
  prepare(owner: string, seqs: () => Promise<readonly number[]>): Promise<void> {
    const known = this.#owners.get(owner);
    if (known) return known;
    const reading = this.#readAll(seqs);
    // Changes are noted from here on, so that none between the parts is missed.
    this.#owners.set(owner, reading);
    reading.catch(() => this.#owners.delete(owner));
    return reading;
  }

  async #readAll(seqs: () => Promise<readonly number[]>): Promise<void> {
    const all = await seqs();
    for (let start = 0; start < all.length; start += TITLES_PER_YIELD) {
      if (start > 0) await yieldToEventLoop();
      this.#learn(all.slice(start, start + TITLES_PER_YIELD));
    }
  }

  /** Reads what changed since. To be called after the changes were noted, before `keyOf`. */
  refresh(): void {
    this.#learn([...this.#changed]);
    this.#changed.clear();
  }

  readonly keyOf = (seq: number): string => this.#keys.get(seq) ?? '';

  #learn(seqs: readonly number[]): void {
    if (seqs.length === 0) return;
    for (const seq of seqs) this.#keys.delete(seq);
    for (const row of this.#db.all(TITLES_SQL, JSON.stringify(seqs))) {
      const title = jobTitleOf({
        id: row['id'] as string,
        label: row['label'] as string | null,
        output: row['output'] as string | null,
        outputTitle: row['output_title'] as string | null,
      });
      this.#keys.set(row['seq'] as number, titleSortKey(title));
    }
  }
}
