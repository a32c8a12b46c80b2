// Databases of earlier releases, which all later versions open (`server/platform/data-folder/released-databases.spec.ts`).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';

const SAMPLES = path.join(root, 'server/platform/data-folder/testing/released');
/** `PRAGMA user_version` in the header of the file. */
const SCHEMA_AT = 60;

/** @param {string} dataDir of a gateway that has stopped */
export function readDatabase(dataDir) {
  const bytes = readFileSync(path.join(dataDir, 'flowdeck.db'));
  return { bytes, schema: bytes.readUInt32BE(SCHEMA_AT) };
}

/** @param {number} schema @param {string} [folder] */
export function sampleFile(schema, folder = SAMPLES) {
  return path.join(folder, `schema-${schema}.db.gz`);
}

/** @param {number} schema of a version that is released @param {string} [folder] @throws if its sample is missing */
export function checkSample(schema, folder) {
  if (existsSync(sampleFile(schema, folder))) return;
  throw new Error(
    `There is no sample of the database with schema ${schema}: run "node scripts/samples/keep-database.mjs", commit the sample, and release that commit.`,
  );
}
