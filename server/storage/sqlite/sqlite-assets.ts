import type { SearchFields } from '@contract/console/search-fields';
import type { SearchTerms } from '@contract/console/search-terms';
import { isActive, JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { Row, SqliteDatabase } from './sqlite-database';
import { IS_MODEL_RESULT, SqliteAssetSearches } from './sqlite-asset-search';
import { yieldToEventLoop } from '../yield-to-event-loop';
import {
  removedOwner,
  type AssetFilter,
  type AssetOrigin,
  type AssetRecord,
  type AssetRecords,
  type FoundResults,
  type ListedOutput,
  type OutputCursor,
  type Postponement,
} from '../store';
import { jsonOf, numberOf, numberOrNull, textOf, textOrNull } from './rows';

/**
 * Exported for the test of its query plan. Without `INDEXED BY`, SQLite would read all assets of the owner to find the few expired
 * ones.
 */
export const ASSET_COUNTS_SQL = `SELECT is_output, sum(n) AS n FROM (
    SELECT is_output, n FROM asset_counts WHERE owner = ?
    UNION ALL SELECT job_id IS NOT NULL, -1 FROM assets INDEXED BY assets_by_expiry WHERE expires_at <= ? AND owner = ?)
  GROUP BY is_output`;

/** Copies of model results, which `asset_counts` counts as uploads. */
export const RESULT_COUNT_SQL = `SELECT count(*) AS n FROM assets INDEXED BY assets_model_results
  WHERE owner = ? AND ${IS_MODEL_RESULT} AND ifnull(expires_at > ?, 1)`;

/** Exported for the test of its query plan. */
export const OLDEST_OUTPUTS_SQL = `SELECT *, rowid AS place FROM assets INDEXED BY assets_by_creation
  WHERE owner = ? AND (created_at, rowid) > (?, ?) AND job_id IS NOT NULL ORDER BY created_at, rowid LIMIT ?`;

/** Exported for the test of its query plan. */
export const DISTINCT_BYTES_SQL = `SELECT ifnull(sum(bytes), 0) AS bytes FROM (
  SELECT max(size_bytes) AS bytes FROM assets INDEXED BY assets_by_blob
    WHERE blob >= ? AND blob < ? AND owner = ? GROUP BY blob)`;

/** Statuses in which a job still reads its inputs, as an SQL list. */
export const UNFINISHED = JOB_STATUSES.filter(isActive)
  .map((status) => `'${status}'`)
  .join(', ');

export function assetOf(row: Row): AssetRecord {
  return {
    id: textOf(row, 'id'),
    owner: textOf(row, 'owner'),
    blob: textOrNull(row, 'blob'),
    sizeBytes: numberOf(row, 'size_bytes'),
    contentType: textOf(row, 'content_type'),
    filePath: textOrNull(row, 'file_path'),
    createdAt: numberOf(row, 'created_at'),
    expiresAt: numberOrNull(row, 'expires_at'),
    jobId: textOrNull(row, 'job_id'),
    tags: jsonOf<string[]>(row, 'tags'),
  };
}

export class SqliteAssets implements AssetRecords {
  readonly #db: SqliteDatabase;
  readonly #searches: SqliteAssetSearches;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#searches = new SqliteAssetSearches(db);
  }

  insert(asset: AssetRecord): void {
    this.#db.run(
      `INSERT INTO assets (id, owner, blob, size_bytes, content_type, file_path, created_at, expires_at, job_id, tags)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      asset.id,
      asset.owner,
      asset.blob,
      asset.sizeBytes,
      asset.contentType,
      asset.filePath,
      asset.createdAt,
      asset.expiresAt,
      asset.jobId,
      JSON.stringify(asset.tags),
    );
  }

  setInputs(id: string, { prompt, negative, model, seed, size }: SearchFields): void {
    const sql = `INSERT OR REPLACE INTO asset_inputs (asset_id, prompt, negative, model, seed, size) VALUES (?, ?, ?, ?, ?, ?)`;
    this.#db.run(sql, id, prompt, negative, model, seed, size);
  }

  async findResults(owner: string, terms: SearchTerms): Promise<FoundResults> {
    return this.#searches.results(owner, terms);
  }

  get(id: string): AssetRecord | null {
    const row = this.#db.get('SELECT * FROM assets WHERE id = ?', id);
    return row ? assetOf(row) : null;
  }

  findReference(owner: string, blob: string, filePath: string | null, contentType: string | null): AssetRecord | null {
    const row = this.#db.get(
      `SELECT * FROM assets WHERE blob = ? AND owner = ? AND job_id IS NULL AND file_path IS ?
         AND content_type = ifnull(?, content_type) ORDER BY expires_at IS NULL DESC, expires_at DESC LIMIT 1`,
      blob,
      owner,
      filePath,
      contentType,
    );
    return row ? assetOf(row) : null;
  }

  findOwned(owner: string, blob: string): AssetRecord | null {
    const row = this.#db.get('SELECT * FROM assets WHERE blob = ? AND owner = ? LIMIT 1', blob, owner);
    return row ? assetOf(row) : null;
  }

  async list(filter: AssetFilter): Promise<{ assets: AssetRecord[]; next: number | null }> {
    const rows = await this.#searches.rows(filter);
    const shown = rows.slice(0, filter.limit);
    const last = shown.at(-1);
    return { assets: shown.map(assetOf), next: rows.length > shown.length && last ? numberOf(last, 'place') : null };
  }

  count(owner: string, now: number): Record<AssetOrigin, number> {
    // Expired assets are counted until they are swept; there are few of them.
    const rows = this.#db.all(ASSET_COUNTS_SQL, owner, now, owner);
    const counted = new Map(rows.map((row) => [row['is_output'], numberOf(row, 'n')]));
    const results = numberOf(this.#db.get(RESULT_COUNT_SQL, owner, now), 'n');
    return { uploads: (counted.get(0) ?? 0) - results, outputs: (counted.get(1) ?? 0) + results };
  }

  update(id: string, patch: Parameters<AssetRecords['update']>[1]): void {
    this.#db.transaction(() => {
      const asset = this.get(id);
      if (!asset) return;
      const { expiresAt, blob, sizeBytes } = { ...asset, ...patch };
      this.#db.run(
        'UPDATE assets SET expires_at = ?, blob = ?, size_bytes = ? WHERE id = ?',
        expiresAt,
        blob,
        sizeBytes,
        id,
      );
    });
  }

  remove(id: string): void {
    this.#db.run('DELETE FROM assets WHERE id = ?', id);
  }

  isInUse(id: string): boolean {
    const reader = this.#db.get(
      `SELECT 1 FROM job_inputs JOIN jobs ON jobs.id = job_inputs.job_id
         WHERE asset_id = ? AND status IN (${UNFINISHED}) LIMIT 1`,
      id,
    );
    return reader !== undefined;
  }

  postpone({ after, until, byMs }: Postponement): void {
    const sql = 'UPDATE assets SET expires_at = expires_at + ? WHERE expires_at > ? AND expires_at <= ?';
    this.#db.run(sql, byMs, after, until);
  }

  expiredBefore(now: number, limit: number): AssetRecord[] {
    return this.#db
      .all('SELECT * FROM assets WHERE expires_at <= ? ORDER BY expires_at LIMIT ?', now, limit)
      .map(assetOf);
  }

  isBlobReferenced(blob: string): boolean {
    const found = this.#db.get(
      `SELECT 1 FROM assets WHERE blob = ?1 UNION ALL SELECT 1 FROM router_keys WHERE answer_blob = ?1
         UNION ALL SELECT 1 FROM router_requests WHERE input_blob = ?1
         UNION ALL SELECT 1 FROM router_requests WHERE answer_blob = ?1 LIMIT 1`,
      blob,
    );
    return found !== undefined;
  }

  referencedBlobs(): Set<string> {
    const rows = this.#db.all(
      `SELECT blob FROM assets WHERE blob IS NOT NULL
         UNION SELECT answer_blob AS blob FROM router_keys WHERE answer_blob IS NOT NULL
         UNION SELECT input_blob AS blob FROM router_requests WHERE input_blob IS NOT NULL
         UNION SELECT answer_blob AS blob FROM router_requests WHERE answer_blob IS NOT NULL`,
    );
    return new Set(rows.map((row) => textOf(row, 'blob')));
  }

  countWithBlob(blob: string): number {
    return numberOf(this.#db.get('SELECT count(*) AS n FROM assets WHERE blob = ?', blob), 'n');
  }

  removeContent(id: string): void {
    const asset = this.get(id);
    if (asset) {
      this.#db.run('UPDATE assets SET owner = ?, blob = NULL WHERE id = ?', removedOwner(asset.owner), id);
    }
  }

  oldestOutputs(owner: string, after: OutputCursor | null, limit: number): ListedOutput[] {
    const rows = this.#db.all(
      OLDEST_OUTPUTS_SQL,
      owner,
      after?.createdAt ?? Number.MIN_SAFE_INTEGER,
      after?.place ?? 0,
      limit,
    );
    return rows.map((row) => {
      const asset = { ...assetOf(row), jobId: textOf(row, 'job_id') };
      return { asset, cursor: { createdAt: asset.createdAt, place: numberOf(row, 'place') } };
    });
  }

  async distinctBytes(owner: string): Promise<number> {
    let sum = 0;
    for (let slice = 0; slice < HASH_SLICES; slice += 1) {
      const row = this.#db.get(DISTINCT_BYTES_SQL, hashPrefix(slice), hashPrefix(slice + 1), owner);
      sum += numberOf(row, 'bytes');
      await yieldToEventLoop();
    }
    return sum;
  }

  bytesCreated(owner: string, from: number, before: number): number {
    const sql = `SELECT ifnull(sum(size_bytes), 0) AS bytes FROM assets INDEXED BY assets_by_creation
      WHERE owner = ? AND created_at >= ? AND created_at < ?`;
    return numberOf(this.#db.get(sql, owner, from, before), 'bytes');
  }
}

/** Hashes are summed up in slices, so that each takes a few milliseconds with a million files. */
const HASH_SLICES = 256;

/** First two hex digits of the hashes of a slice. Hex digits sort before `g`, which ends the last slice. */
function hashPrefix(slice: number): string {
  return slice < HASH_SLICES ? slice.toString(16).padStart(2, '0') : 'g';
}
