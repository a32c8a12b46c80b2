import type { SearchTerms } from '@contract/console/search-terms';
import type { Row, SqlValue, SqliteDatabase } from './sqlite-database';
import type { AssetFilter, AssetOrigin, FoundResults } from '../store';
import { PAGE_SIZE, TextSignatures } from '../search/text-signatures';
import { yieldToEventLoop } from '../yield-to-event-loop';
import { numberOf, textOf } from './rows';

/** Number of rows that take a few milliseconds to scan. */
const ROWS_PER_YIELD = 5000;

/** Number of candidate rows, picked by their signatures, that are read at once. */
const PICKED_PER_YIELD = 500;

/** Number of pages that are searched in memory at once, in a few milliseconds. */
const MAX_PAGES_AT_ONCE = 4;

/** Number of results of models whose inputs take a few milliseconds to read. */
const RESULTS_PER_YIELD = 1000;

/** If more rows match by hash or id, looking them up first saves nothing. */
const MAX_BY_ID = 1000;

/** Small, since names are short. */
const SIGNATURE_BYTES = 32;

/** Triggers, so that a rollback also reverts the noted changes. A `rowid` may be reused for another file. */
const NOTE_CHANGES = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE changed_asset_pages (number INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER note_inserted_asset AFTER INSERT ON main.assets BEGIN
    INSERT OR IGNORE INTO changed_asset_pages (number) VALUES (new.rowid / ${PAGE_SIZE});
  END;
  CREATE TEMP TRIGGER note_updated_asset AFTER UPDATE OF file_path, job_id ON main.assets BEGIN
    INSERT OR IGNORE INTO changed_asset_pages (number) VALUES (new.rowid / ${PAGE_SIZE});
  END;
`;

type TextFilter = AssetFilter & { text: string };
type MatchJobs = NonNullable<AssetFilter['matchJobs']>;
type JobsFilter = AssetFilter & { jobs: ReadonlySet<number> };

/** More outputs than those of this many jobs are found by walking through all. */
const MAX_PICKED_JOBS = 500;

/** As the index `assets_model_results` states it. */
export const IS_MODEL_RESULT = `job_id IS NULL AND instr(tags, '"model-result"') > 0`;
const IS_OF: Readonly<Record<AssetOrigin | 'models', string>> = {
  models: IS_MODEL_RESULT,
  uploads: `job_id IS NULL AND instr(tags, '"model-result"') = 0`,
  outputs: `(job_id IS NOT NULL OR instr(tags, '"model-result"') > 0)`,
};

/**
 * Builds an index walk, newest first: every index ends with the `rowid`. A search scans the table itself, since it reads every row;
 * through an index that would take twice as long. Exported for the test of its query plan.
 * @param positions of the candidate rows; `null` for all rows from `from`
 * @param made positions of rows that need not have the text, since their jobs do
 */
export function assetsSql(
  filter: AssetFilter,
  from = 0,
  positions: readonly number[] | null = null,
  made: readonly number[] = [],
) {
  const { owner, now, limit, origin, text, before, kind, createdFrom, createdBefore } = filter;
  const table = text ? 'assets NOT INDEXED' : origin === 'models' ? 'assets INDEXED BY assets_model_results' : 'assets';
  let sql = `SELECT *, rowid AS place FROM ${table} WHERE owner = ? AND ifnull(expires_at > ?, 1)`;
  const parameters: SqlValue[] = [owner, now];
  if (origin) sql += ` AND ${IS_OF[origin]}`;
  // A unary plus: their index is in another order.
  const given = [
    ['kind = ?', kind],
    ['+created_at >= ?', createdFrom],
    ['+created_at < ?', createdBefore],
  ] as const;
  for (const [term, value] of given) {
    if (value === undefined) continue;
    sql += ` AND ${term}`;
    parameters.push(value);
  }
  if (text) {
    // No character of hashes and ids sorts after the tilde, so the ranges contain all values with that prefix.
    sql += ` AND (instr(lower(file_path), lower(?)) > 0
      OR (blob >= lower(?) AND blob < lower(?) || '~') OR (job_id >= lower(?) AND job_id < lower(?) || '~')`;
    parameters.push(text, text, text, text, text);
    if (made.length > 0) {
      sql += ' OR rowid IN (SELECT value FROM json_each(?))';
      parameters.push(JSON.stringify(made));
    }
    sql += ')';
  }
  if (positions) {
    sql += ' AND rowid IN (SELECT value FROM json_each(?))';
    parameters.push(JSON.stringify(positions));
  }
  if (before !== undefined) {
    sql += ' AND rowid < ?';
    parameters.push(before);
  }
  if (from > 0) {
    sql += ' AND rowid >= ?';
    parameters.push(from);
  }
  parameters.push(limit + 1);
  return { sql: `${sql} ORDER BY rowid DESC LIMIT ?`, parameters };
}

/** Lists files by an index, by a part of their name, by a prefix of their hash or of their job id, or by what made them. */
export class SqliteAssetSearches {
  readonly #db: SqliteDatabase;
  /** Signatures of all names of a page, or of none. */
  readonly #names = new TextSignatures(SIGNATURE_BYTES);
  /** The `seq` of the jobs of the same pages, by position; 0 for files without one. */
  readonly #seqs = new Map<number, Float64Array>();
  #isTrackingChanges = false;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Returns matches, newest first; one more than the limit if there are more. */
  async rows(filter: AssetFilter): Promise<Row[]> {
    const { text, jobs } = filter;
    const bounds = this.#boundsOf(filter);
    if (bounds === null) return [];
    const { from, before } = bounds;
    if (jobs) return this.#ofJobs({ ...filter, ...(before === undefined ? {} : { before }), jobs });
    if (text) return this.#byText({ ...filter, text });
    return this.#read({ ...filter, ...(before === undefined ? {} : { before }) }, from);
  }

  /**
   * Returns the positions between which files of the requested times are, since positions nearly follow the time; `null`
   * if there are none.
   */
  #boundsOf({
    owner,
    createdFrom,
    createdBefore,
    before,
  }: AssetFilter): { from: number; before: number | undefined } | null {
    if (createdFrom === undefined && createdBefore === undefined) return { from: 0, before };
    const row = this.#db.get(
      `SELECT min(rowid) AS first, max(rowid) AS last FROM assets INDEXED BY assets_by_creation
         WHERE owner = ? AND created_at >= ? AND created_at < ?`,
      owner,
      createdFrom ?? 0,
      createdBefore ?? Number.MAX_SAFE_INTEGER,
    );
    const [first, last] = [row?.['first'], row?.['last']];
    if (typeof first !== 'number' || typeof last !== 'number') return null;
    return { from: first, before: Math.min(before ?? Infinity, last + 1) };
  }

  async results(owner: string, { words, inputs }: SearchTerms): Promise<FoundResults> {
    const terms = [
      ...words.map((word) => ({ text: 'concat_ws(char(10), prompt, negative, model, seed, size)', needle: word })),
      ...inputs.map(({ field, needle }) => ({ text: field, needle })),
    ];
    const isFound = terms.map(({ text }) => `instr(${text}, ?) > 0`).join(' AND ') || '1';
    const sql = `SELECT id, assets.rowid AS place, owner = ? AND ${isFound} AS is_found
      FROM asset_inputs CROSS JOIN assets ON id = asset_id WHERE asset_id > ? ORDER BY asset_id LIMIT ?`;
    const found = new Map<string, number>();
    for (let after = ''; ; await yieldToEventLoop()) {
      const rows = this.#db.all(sql, owner, ...terms.map(({ needle }) => needle), after, RESULTS_PER_YIELD);
      for (const row of rows) if (row['is_found'] === 1) found.set(textOf(row, 'id'), numberOf(row, 'place'));
      const last = rows.at(-1);
      if (!last || rows.length < RESULTS_PER_YIELD) return found;
      after = textOf(last, 'id');
    }
  }

  /** Outputs of some jobs, and some results of models. */
  async #ofJobs(filter: JobsFilter): Promise<Row[]> {
    const found: Row[] = [];
    for (const outputs of this.#outputsOf(filter)) {
      if (outputs.size > 0) {
        const made = filter.text ? [...matchedIn(filter), ...(await madeBy(outputs, filter.matchJobs))] : [];
        found.push(...this.#read({ ...filter, limit: filter.limit - found.length }, 0, [...outputs.keys()], made));
      }
      if (found.length > filter.limit) break;
      await yieldToEventLoop();
    }
    return found;
  }

  /** Yields positions with the `seq` of their jobs in parts, those of newer files first. */
  *#outputsOf({ jobs, results, owner, before }: JobsFilter): Generator<Map<number, number>> {
    const places = [...(results?.values() ?? [])];
    const outputsIn = (rows: readonly Row[], from = 0, end = Infinity) =>
      new Map([
        ...places.flatMap((place): [number, number][] => (place >= from && place < end ? [[place, 0]] : [])),
        ...rows.map((row): [number, number] => [numberOf(row, 'place'), numberOf(row, 'seq')]),
      ]);
    if (jobs.size <= MAX_PICKED_JOBS) {
      const rows = this.#db.all(
        `SELECT assets.rowid AS place, jobs.seq FROM json_each(?) CROSS JOIN jobs ON jobs.seq = value
           CROSS JOIN assets ON assets.job_id = jobs.id`,
        JSON.stringify([...jobs]),
      );
      yield outputsIn(rows);
      return;
    }
    const last = before ?? Number(this.#db.get('SELECT ifnull(max(rowid), 0) AS last FROM assets')?.['last']) + 1;
    for (let end = last; end > 0; end -= ROWS_PER_YIELD) {
      const from = Math.max(0, end - ROWS_PER_YIELD);
      const rows = this.#db.all(
        `SELECT assets.rowid AS place, jobs.seq FROM assets NOT INDEXED CROSS JOIN jobs ON jobs.id = assets.job_id
           WHERE assets.rowid >= ? AND assets.rowid < ? AND assets.owner = ?`,
        from,
        end,
        owner,
      );
      yield outputsIn(
        rows.filter((row) => jobs.has(numberOf(row, 'seq'))),
        from,
        end,
      );
    }
  }

  async #byText(filter: TextFilter): Promise<Row[]> {
    this.#applyChanges();
    // Lowercased by SQLite, which changes ASCII letters only.
    const text = String(this.#db.get('SELECT lower(?) AS text', filter.text)?.['text']);
    const bits = this.#names.bitsOf([text]);
    const byId = bits.length > 0 ? this.#placesById(text) : null;
    const last = Number(this.#db.get('SELECT ifnull(max(rowid), 0) AS last FROM assets')?.['last']);
    const before = filter.before ?? last + 1;
    return byId ? this.#pick({ ...filter, before }, bits, byId) : this.#walk({ ...filter, before });
  }

  #applyChanges(): void {
    if (!this.#isTrackingChanges) this.#db.exec(NOTE_CHANGES);
    this.#isTrackingChanges = true;
    const changed = this.#db.all('SELECT number FROM changed_asset_pages');
    if (changed.length === 0) return;
    for (const row of changed) {
      this.#names.forgetPage(numberOf(row, 'number'));
      this.#seqs.delete(numberOf(row, 'number'));
    }
    this.#db.exec('DELETE FROM changed_asset_pages');
  }

  /** Returns `null` if there are too many to save time. */
  #placesById(text: string): Set<number> | null {
    const rows = this.#db.all(
      `SELECT rowid AS place FROM assets WHERE blob >= ?1 AND blob < ?1 || '~'
         UNION ALL SELECT rowid FROM assets WHERE job_id >= ?1 AND job_id < ?1 || '~' LIMIT ?2`,
      text,
      MAX_BY_ID + 1,
    );
    return rows.length > MAX_BY_ID ? null : new Set(rows.map((row) => numberOf(row, 'place')));
  }

  /** Scans every row in parts, since no index finds a text within a name. */
  async #walk(filter: TextFilter & { before: number }): Promise<Row[]> {
    const { matchJobs, limit } = filter;
    const found: Row[] = [];
    for (let { before } = filter; before > 0 && found.length <= limit; await yieldToEventLoop()) {
      // The texts of jobs are longer than names.
      const from = matchJobs ? pageStart(before) : Math.max(0, before - ROWS_PER_YIELD);
      if (matchJobs && !this.#names.hasPage(from / PAGE_SIZE)) this.#learn(from / PAGE_SIZE);
      const made = await madeBy(matchJobs ? this.#outputsBetween(from, before) : new Map(), matchJobs);
      made.push(...matchedIn(filter));
      found.push(...this.#read({ ...filter, before, limit: limit - found.length }, from, null, made));
      before = from;
    }
    return found;
  }

  /** Reads only rows whose name may contain the text, and those found by their ids or by their jobs. */
  async #pick(filter: TextFilter & { before: number }, bits: readonly number[], byId: Set<number>): Promise<Row[]> {
    const { matchJobs, limit } = filter;
    const found: Row[] = [];
    let picked: number[] = [];
    let made: number[] = matchedIn(filter);
    const known = new Set([...byId, ...made]);
    let pages = 1;
    for (let { before } = filter; before > 0 && found.length <= limit;) {
      const from = Math.max(0, pageStart(before) - (pages - 1) * PAGE_SIZE);
      for (let number = from / PAGE_SIZE; number * PAGE_SIZE < before; number += 1) {
        if (this.#names.hasPage(number)) continue;
        this.#learn(number);
        await yieldToEventLoop();
      }
      const ofJobs = new Set(await madeBy(matchJobs ? this.#outputsBetween(from, before) : new Map(), matchJobs));
      made.push(...ofJobs);
      for (let position = before - 1; position >= from; position -= 1) {
        if (this.#names.mayHold(position, bits) || known.has(position) || ofJobs.has(position)) picked.push(position);
      }
      before = from;
      // What is in few files needs many pages.
      pages = Math.min(pages * 2, MAX_PAGES_AT_ONCE);
      if (picked.length >= PICKED_PER_YIELD || (from === 0 && picked.length > 0)) {
        found.push(...this.#read({ ...filter, limit: limit - found.length }, 0, picked, made));
        picked = [];
        made = matchedIn(filter);
        await yieldToEventLoop();
      }
    }
    return found;
  }

  /** Returns the positions that are outputs, newest first, with the `seq` of their jobs. */
  #outputsBetween(from: number, before: number): Map<number, number> {
    const outputs = new Map<number, number>();
    for (let position = before - 1; position >= from; position -= 1) {
      const seq = this.#seqs.get(Math.floor(position / PAGE_SIZE))?.[position % PAGE_SIZE] ?? 0;
      if (seq > 0) outputs.set(position, seq);
    }
    return outputs;
  }

  #learn(number: number): void {
    const from = number * PAGE_SIZE;
    const rows = this.#db.all(
      `SELECT assets.rowid AS place, lower(file_path) AS name, ifnull(jobs.seq, 0) AS seq
         FROM assets LEFT JOIN jobs ON jobs.id = assets.job_id WHERE assets.rowid >= ? AND assets.rowid < ?`,
      from,
      from + PAGE_SIZE,
    );
    const names = new Map(rows.map(({ place: position, name }) => [position, name]));
    const seqs = new Float64Array(PAGE_SIZE);
    for (const row of rows) seqs[numberOf(row, 'place') - from] = numberOf(row, 'seq');
    this.#seqs.set(number, seqs);
    for (let position = from; position < from + PAGE_SIZE; position += 1) {
      this.#names.learn(position, String(names.get(position) ?? ''));
    }
  }

  #read(
    filter: AssetFilter,
    from: number,
    positions: readonly number[] | null = null,
    made: readonly number[] = [],
  ): Row[] {
    const { sql, parameters } = assetsSql(filter, from, positions, made);
    return this.#db.all(sql, ...parameters);
  }
}

/** Returns the first position of the page that ends before this one, or contains it. */
function pageStart(before: number): number {
  return Math.floor((before - 1) / PAGE_SIZE) * PAGE_SIZE;
}

function matchedIn({ matchedResults }: AssetFilter): number[] {
  return [...(matchedResults?.values() ?? [])];
}

/** Returns the positions whose jobs match. */
async function madeBy(outputs: ReadonlyMap<number, number>, matchJobs: MatchJobs | undefined): Promise<number[]> {
  if (!matchJobs || outputs.size === 0) return [];
  const seqs = await matchJobs([...new Set(outputs.values())]);
  return [...outputs].flatMap(([position, seq]) => (seqs.has(seq) ? [position] : []));
}
