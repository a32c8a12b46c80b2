import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CuratedRecords } from '@contract/console/curated-records';
import { StorageUsage } from '@contract/console/schemas';
import { JobPage } from '@contract/jobs/schemas';
import { createApp } from '../../app';
import { silentLogger } from '../../log';
import { MIGRATIONS } from '../../storage/sqlite/migrations';
import { openConnection } from '../../storage/sqlite-driver';
import { createMemoryDeps } from '../../testing/memory-deps';
import { VirtualClock } from '../../testing/virtual-clock';
import { openDataFolder } from './data-folder';
import { DiskSpace } from './disk-space';
import { openStorage } from './open-storage';

// A database of each schema that users have, as `scripts/samples/keep-database.mjs` kept it with the build of that time.

const SAMPLES = new URL('./testing/released/', import.meta.url);
const samples = readdirSync(SAMPLES);
const ORIGIN = 'http://127.0.0.1:8189';
const WEEK = 7 * 24 * 3600 * 1000;

const Status = z.looseObject({ queue: z.looseObject({ state: z.string(), waiting: z.number() }) });
const Titles = z.looseObject({ jobs: z.array(z.looseObject({ id: z.string(), metadata: z.unknown() })) });

let folder = '';
let database = '';
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'flowdeck-released-')), 'data');
  database = path.join(folder, 'flowdeck.db');
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

/** @returns the time of the sample */
function put(sample: string): number {
  writeFileSync(database, gunzipSync(readFileSync(new URL(sample, SAMPLES))));
  const found = query('SELECT max(created_at) AS at FROM jobs');
  return z.tuple([z.object({ at: z.number() })]).parse(found)[0].at;
}

function query(sql: string): unknown[] {
  const connection = openConnection(database, { readOnly: true });
  try {
    return connection.prepare(sql).all();
  } finally {
    connection.close();
  }
}

const schema = () =>
  query("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name");

async function open<T>(now: number, work: (read: (where: string) => Promise<unknown>) => Promise<T>): Promise<T> {
  const data = openDataFolder(folder);
  const clock = new VirtualClock(now);
  const options = { recover: false, log: silentLogger, clock, newId: randomUUID, disk: new DiskSpace(folder) };
  const storage = await openStorage(data, options);
  const app = createApp(await createMemoryDeps({ ...storage }, clock));
  await app.start();
  try {
    return await work(async (where) => {
      const response = await app.fetch(new Request(ORIGIN + where));
      expect(response.status).toBe(200);
      return await response.json();
    });
  } finally {
    await app.close();
    data.release();
  }
}

it('has a sample of the schema that users have', () => {
  expect(samples).toContain('schema-21.db.gz');
});

describe.each(samples)('the database %s', (sample) => {
  it('opens with everything that it stores', async () => {
    const now = put(sample);
    await open(now + 1000, async (read) => {
      const { jobs } = JobPage.parse(await read('/api/v2/jobs'));
      expect(jobs.map(({ status }) => status)).toEqual(['queued', 'succeeded']);
      const done = jobs[1];
      expect(done?.outputs.map(({ content_type }) => content_type)).toEqual(['image/png']);
      expect(JSON.stringify(await read(`/api/v2/jobs/${done?.id}/workflow`))).toContain('"ImageInvert"');
      const found = Titles.parse(await read('/console/jobs?q=negative'));
      expect(found.jobs.map(({ id }) => id)).toEqual([done?.id]);
      const { records } = CuratedRecords.parse(await read('/console/records'));
      expect(records).toMatchObject([{ kind: 'job', id: done?.id, fields: { starred: { value: true } } }]);
      const usage = StorageUsage.parse(await read('/console/storage'));
      expect(usage.deleted_jobs.map(({ title }) => title)).toEqual(['Deleted']);
      expect([usage.uploads.files, usage.outputs.files]).toEqual([1, 1]);
      expect(Status.parse(await read('/console/status')).queue).toMatchObject({ state: 'paused', waiting: 1 });
    });
    expect(query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(query('PRAGMA foreign_key_check')).toEqual([]);
    expect(query('SELECT count(*) AS calls FROM router_calls')).toEqual([{ calls: 1 }]);
  });

  it('has the schema of a new database afterwards', async () => {
    const now = put(sample);
    const before = schema();
    await open(now, async () => {});
    const migrated = schema();
    expect(query('PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }]);
    rmSync(database);
    await open(now + WEEK, async () => {});
    expect(migrated).toEqual(schema());
    expect(before.length).toBeGreaterThan(20);
  });
});
