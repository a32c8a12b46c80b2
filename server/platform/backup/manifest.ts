import { readFileSync } from 'node:fs';
import { z } from 'zod/mini';

/** Files of the data folder that a backup contains, besides the database and the stored files. All are optional but the first. */
export const SETTINGS_FILES = [
  'secret',
  'surfaces.json',
  'provider-keys.json',
  'drained-engines.json',
  'flowdeck.config.json',
] as const;

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const StoredFile = z.object({ bytes: z.int(), blake3: Hash });

/** Describes a finished backup. It is written last, so that a folder without it is an unfinished backup. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The backup has everything that the gateway had acknowledged at this time; ISO 8601. */
  made_at: z.string(),
  /** Of the program that made it. */
  version: z.string(),
  /** Version of the database's tables. */
  schema: z.int(),
  /** Identity of the data folder; `null` if it was never started since identities were introduced. */
  store: z.nullable(z.string()),
  database: StoredFile,
  settings: z.array(z.extend(StoredFile, { name: z.enum(SETTINGS_FILES) })),
  /** Hash and size in bytes of each stored file. */
  files: z.array(z.tuple([Hash, z.int()])),
  /** Hashes of files that the database names, and that the data folder had lost. */
  lost: z.array(Hash),
});
export type Manifest = z.infer<typeof Manifest>;

/** @returns `null` if it is missing or damaged */
export function readManifest(file: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
