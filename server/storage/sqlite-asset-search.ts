import type { Row, SqlValue, SqliteDatabase } from './sqlite-database';
import type { AssetFilter } from './store';
import { PAGE_SIZE, TextSignatures } from './text-signatures';
import { yieldToEventLoop } from './yield-to-event-loop';

/** Looked through in a few milliseconds. */
const ROWS_PER_YIELD = 5000;

/** Rows that are read at once, picked by their signatures. */
const PICKED_PER_YIELD = 500;

/** More rows than these that a hash or id leads to are no shortcut. */
const MAX_BY_ID = 1000;

/** Names are short. */
const SIGNATURE_BYTES = 32;

/** A transaction that is rolled back takes its notes back. A place may be given again, to another file. */
const NOTE_CHANGES = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE changed_asset_pages (number INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER note_inserted_asset AFTER INSERT ON main.assets BEGIN
    INSERT OR IGNORE INTO changed_asset_pages (number) VALUES (new.rowid / ${PAGE_SIZE});
  END;
  CREATE TEMP TRIGGER note_renamed_asset AFTER UPDATE OF file_path ON main.assets BEGIN
    INSERT OR IGNORE INTO changed_asset_pages (number) VALUES (new.rowid / ${PAGE_SIZE});
  END;
`;

type TextFilter = AssetFilter & { text: string };

/**
 * A walk of an index, newest first: every index ends with the place of its row. A search walks the table itself, since it reads
 * every row: by way of an index that takes twice as long. Exported for the test of its plan.
 * @param places of the rows that come into question; null: all of at least `from`
 */
export function assetsSql(filter: AssetFilter, from = 0, places: readonly number[] | null = null) {
  const { owner, now, limit, origin, text, before } = filter;
  const table = text ? 'assets NOT INDEXED' : 'assets';
  let sql = `SELECT *, rowid AS place FROM ${table} WHERE owner = ? AND ifnull(expires_at > ?, 1)`;
  const parameters: SqlValue[] = [owner, now];
  if (origin) sql += ` AND job_id IS ${origin === 'outputs' ? 'NOT ' : ''}NULL`;
  if (text) {
    // Hashes and ids hold no sign behind the tilde, so the ranges are all that start so.
    sql += ` AND (instr(lower(file_path), lower(?)) > 0
      OR (blob >= lower(?) AND blob < lower(?) || '~') OR (job_id >= lower(?) AND job_id < lower(?) || '~'))`;
    parameters.push(text, text, text, text, text);
  }
  if (places) {
    sql += ' AND rowid IN (SELECT value FROM json_each(?))';
    parameters.push(JSON.stringify(places));
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

/** Files by a part of their name, or the beginning of their hash or of the id of their job. */
export class SqliteAssetSearches {
  readonly #db: SqliteDatabase;
  /** Of all names of a page, or of none. */
  readonly #names = new TextSignatures(SIGNATURE_BYTES);
  #isNotingChanges = false;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** The newest first; one more than the limit tells that it goes on. */
  async rows(filter: TextFilter): Promise<Row[]> {
    this.#applyChanges();
    // In lower case as SQLite has it, which leaves all but ASCII as it is.
    const text = String(this.#db.get('SELECT lower(?) AS text', filter.text)?.['text']);
    const bits = this.#names.bitsOf([text]);
    const byId = bits.length > 0 ? this.#placesById(text) : null;
    const last = Number(this.#db.get('SELECT ifnull(max(rowid), 0) AS last FROM assets')?.['last']);
    const before = filter.before ?? last + 1;
    return byId ? this.#pick({ ...filter, before }, bits, byId) : this.#walk({ ...filter, before });
  }

  #applyChanges(): void {
    if (!this.#isNotingChanges) this.#db.exec(NOTE_CHANGES);
    this.#isNotingChanges = true;
    const changed = this.#db.all('SELECT number FROM changed_asset_pages');
    if (changed.length === 0) return;
    for (const { number } of changed) this.#names.forgetPage(number as number);
    this.#db.exec('DELETE FROM changed_asset_pages');
  }

  /** Null: too many to be a shortcut. */
  #placesById(text: string): Set<number> | null {
    const rows = this.#db.all(
      `SELECT rowid AS place FROM assets WHERE blob >= ?1 AND blob < ?1 || '~'
         UNION ALL SELECT rowid FROM assets WHERE job_id >= ?1 AND job_id < ?1 || '~' LIMIT ?2`,
      text,
      MAX_BY_ID + 1,
    );
    return rows.length > MAX_BY_ID ? null : new Set(rows.map(({ place }) => place as number));
  }

  /** Looks at every row, part by part: no index finds a text within a name. */
  async #walk(filter: TextFilter & { before: number }): Promise<Row[]> {
    const found: Row[] = [];
    for (let { before } = filter; before > 0 && found.length <= filter.limit; await yieldToEventLoop()) {
      const from = Math.max(0, before - ROWS_PER_YIELD);
      found.push(...this.#read({ ...filter, before, limit: filter.limit - found.length }, from));
      before = from;
    }
    return found;
  }

  /** Reads rows only whose name may hold the text, and those that were found by their ids. */
  async #pick(filter: TextFilter & { before: number }, bits: readonly number[], byId: Set<number>): Promise<Row[]> {
    const found: Row[] = [];
    let picked: number[] = [];
    for (let { before } = filter; before > 0 && found.length <= filter.limit;) {
      const number = Math.floor((before - 1) / PAGE_SIZE);
      const from = number * PAGE_SIZE;
      const isNew = !this.#names.hasPage(number);
      if (isNew) this.#learn(number);
      for (let place = before - 1; place >= from; place -= 1) {
        if (this.#names.mayHold(place, bits) || byId.has(place)) picked.push(place);
      }
      before = from;
      if (picked.length >= PICKED_PER_YIELD || (from === 0 && picked.length > 0)) {
        found.push(...this.#read({ ...filter, limit: filter.limit - found.length }, 0, picked));
        picked = [];
        await yieldToEventLoop();
      } else if (isNew) await yieldToEventLoop();
    }
    return found;
  }

  #learn(number: number): void {
    const from = number * PAGE_SIZE;
    const rows = this.#db.all(
      'SELECT rowid AS place, lower(file_path) AS name FROM assets WHERE rowid >= ? AND rowid < ?',
      from,
      from + PAGE_SIZE,
    );
    const names = new Map(rows.map(({ place, name }) => [place, name]));
    for (let place = from; place < from + PAGE_SIZE; place += 1) {
      this.#names.learn(place, String(names.get(place) ?? ''));
    }
  }

  #read(filter: AssetFilter, from: number, places: readonly number[] | null = null): Row[] {
    const { sql, parameters } = assetsSql(filter, from, places);
    return this.#db.all(sql, ...parameters);
  }
}
