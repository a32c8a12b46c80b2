import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { titleSortKey } from '@contract/console/title-sort-key';
import type { SqliteDatabase } from './sqlite-database';
import { TitleOrder } from '../search/title-order';
import { yieldToEventLoop } from '../yield-to-event-loop';
import { numberOf, textOf, textOrNull } from './rows';

/** Number of titles that take a few milliseconds to read. */
const TITLES_PER_YIELD = 250;
/** Number of titles that are sorted in at once: each time copies the whole order. */
const TITLES_PER_SORTING = 2000;

const TITLES_SQL = `SELECT jobs.seq, jobs.id, jobs.output_title, label.value AS label,
    (SELECT name FROM outputs WHERE outputs.job_id = jobs.id ORDER BY place LIMIT 1) AS output
  FROM json_each(?) AS wanted CROSS JOIN jobs ON jobs.seq = wanted.value
  LEFT JOIN job_labels AS label ON label.seq = jobs.seq AND label.key = '${TITLE_LABEL}'`;

/** The order of jobs by title, loaded at the first search in that order and then kept up to date. */
export class SqliteJobTitles {
  readonly order = new TitleOrder();
  readonly #db: SqliteDatabase;
  readonly #owners = new Map<string, Promise<void>>();
  readonly #changed = new Set<number>();
  /** Sort keys that are not yet in the order; `null` for removed jobs. */
  readonly #learned = new Map<number, string | null>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Call for every added, changed or removed job before the next search. */
  noteChange(seq: number): void {
    if (this.#owners.size > 0) this.#changed.add(seq);
  }

  /** Loads all titles of an owner once, in parts. */
  prepare(owner: string, seqs: () => Promise<readonly number[]>): Promise<void> {
    const known = this.#owners.get(owner);
    if (known) return known;
    const result = this.#readAll(seqs);
    // Changes are noted from here on, so that none between the parts is missed.
    this.#owners.set(owner, result);
    result.catch(() => this.#owners.delete(owner));
    return result;
  }

  async #readAll(seqs: () => Promise<readonly number[]>): Promise<void> {
    const all = await seqs();
    for (let start = 0; start < all.length; start += TITLES_PER_YIELD) {
      if (start > 0) await yieldToEventLoop();
      this.#learn(all.slice(start, start + TITLES_PER_YIELD));
      if (this.#learned.size < TITLES_PER_SORTING) continue;
      await yieldToEventLoop();
      this.#sortIn();
    }
    this.#sortIn();
  }

  /** Reads some of the changed titles. Call it after the changes were noted. @returns true if none is left */
  refresh(): boolean {
    const part = [...take(this.#changed, TITLES_PER_YIELD)];
    this.#learn(part);
    this.#sortIn();
    for (const seq of part) this.#changed.delete(seq);
    return this.#changed.size === 0;
  }

  #learn(seqs: readonly number[]): void {
    if (seqs.length === 0) return;
    for (const seq of seqs) this.#learned.set(seq, null);
    for (const row of this.#db.all(TITLES_SQL, JSON.stringify(seqs))) {
      const title = jobTitleOf({
        id: textOf(row, 'id'),
        label: textOrNull(row, 'label'),
        output: textOrNull(row, 'output'),
        outputTitle: textOrNull(row, 'output_title'),
      });
      this.#learned.set(numberOf(row, 'seq'), titleSortKey(title));
    }
  }

  #sortIn(): void {
    this.order.update(this.#learned);
    this.#learned.clear();
  }
}

function* take<T>(all: Iterable<T>, limit: number): Generator<T> {
  let taken = 0;
  for (const each of all) {
    if (taken === limit) return;
    yield each;
    taken += 1;
  }
}
