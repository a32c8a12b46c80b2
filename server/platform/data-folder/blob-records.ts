import type { SqliteConnection } from '../../storage/sqlite-driver';

/** A stored file that the database names. */
export interface BlobRecord {
  /** 64 hex digits. */
  blob: string;
  /** `null` for a stored response or input of a model. */
  asset: string | null;
  /** In bytes; `null` if it is not recorded. */
  size: number | null;
}

/** Returns each stored file that some record refers to, once. */
export function listBlobRecords(database: SqliteConnection): BlobRecord[] {
  // The columns are named in the statement.
  return database
    .prepare(
      `SELECT blob, min(id) AS asset, min(size_bytes) AS size FROM assets WHERE blob IS NOT NULL GROUP BY blob
         UNION ALL SELECT blob, NULL, NULL FROM (
             SELECT answer_blob AS blob FROM router_keys UNION SELECT input_blob FROM router_requests
             UNION SELECT answer_blob FROM router_requests
           ) WHERE blob IS NOT NULL AND blob NOT IN (SELECT blob FROM assets WHERE blob IS NOT NULL)`,
    )
    .all() as BlobRecord[];
}
