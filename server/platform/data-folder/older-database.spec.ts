import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StorageUsage } from '@contract/console/schemas';
import type { Asset } from '@contract/jobs/schemas';
import { createApp } from '../../app';
import { uploadForm } from '../../assets/testing/upload-form';
import { silentLogger } from '../../log';
import { createMemoryDeps } from '../../testing/memory-deps';
import { VirtualClock } from '../../testing/virtual-clock';
import { openDataFolder } from './data-folder';
import { DiskSpace } from './disk-space';
import { openStorage } from './open-storage';

const ORIGIN = 'http://127.0.0.1:8189';
const DAY = 24 * 3600 * 1000;
const ASKS = /^The database is an older copy, which does not list 2 stored files\. Nothing is deleted until you decide/;

let folder = '';
let database = '';
let clock: VirtualClock;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'flowdeck-older-')), 'data');
  database = path.join(folder, 'flowdeck.db');
  clock = new VirtualClock(Date.now());
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

interface Session {
  upload: (text: string) => Promise<Asset>;
  problem: () => Promise<string | null>;
  usage: () => Promise<StorageUsage>;
  settle: (action: 'add' | 'discard') => Promise<StorageUsage>;
  names: () => Promise<(string | null)[]>;
  /** Long enough for all sweeps. */
  wait: (ms: number) => Promise<void>;
}

/** One start of the gateway, with its sweeps, until it is stopped. */
async function start<T>(work: (session: Session) => Promise<T>, { recover = false } = {}): Promise<T> {
  const data = openDataFolder(folder);
  const options = { recover, log: silentLogger, clock, newId: randomUUID, disk: new DiskSpace(folder) };
  const storage = await openStorage(data, options);
  const app = createApp(await createMemoryDeps({ ...storage }, clock));
  await app.start();
  const fetch = (where: string, init?: RequestInit) => app.fetch(new Request(ORIGIN + where, init));
  const read = async <Body>(where: string, init?: RequestInit) => (await (await fetch(where, init)).json()) as Body;
  const settled = async () => {
    await clock.advance(0);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  };
  try {
    await settled();
    return await work({
      upload: (text) => read('/api/v2/assets', { method: 'POST', body: uploadForm({ file: text }) }),
      async problem() {
        const health = await read<{ status: string; problem?: string }>('/api/v2/health');
        const status = await read<{ storage: { problem: string | null } }>('/console/status');
        expect(status.storage.problem).toBe(health.problem ?? null);
        expect(health.status).toBe(health.problem === undefined ? 'healthy' : 'degraded');
        return status.storage.problem;
      },
      usage: () => read('/console/storage'),
      settle: (action) =>
        read('/console/storage/unlisted-files', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action }),
        }),
      names: async () =>
        (await read<{ assets: Asset[] }>('/console/assets')).assets.map(({ file_path }) => file_path ?? null),
      async wait(ms) {
        await clock.advance(ms);
        await settled();
      },
    });
  } finally {
    await app.close();
    data.release();
  }
}

/** Two files that the database, a copy of an earlier start, does not list. */
async function useOlderCopy(): Promise<void> {
  await start(({ upload }) => upload('first'));
  copyFileSync(database, `${database}.old`);
  await start(async ({ upload }) => {
    await upload('second');
    await upload('third, longer');
  });
  copyFileSync(database, `${database}.new`);
  copyFileSync(`${database}.old`, database);
}

const stored = () =>
  readdirSync(path.join(folder, 'blobs'))
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((name) => readdirSync(path.join(folder, 'blobs', name)));
const trashed = () => {
  const trash = path.join(folder, 'blobs', 'trash');
  return existsSync(trash) ? readdirSync(trash) : [];
};

describe('after a start on an older copy of the database', () => {
  beforeEach(useOlderCopy);

  it('every start asks the owner, and nothing is discarded until then', async () => {
    for (let starts = 1; starts <= 3; starts += 1) {
      await start(async ({ problem, usage, wait }) => {
        expect(await problem()).toMatch(ASKS);
        expect((await usage()).unlisted_files).toEqual({ files: 2, bytes: 19 });
        // The trash is swept each minute, so a whole week of it follows one of the starts only.
        await wait(starts < 3 ? DAY / 4 : 8 * DAY);
        expect(await problem()).toMatch(ASKS);
      });
      expect(stored()).toHaveLength(3);
      expect(trashed()).toEqual([]);
    }
  });

  it('the files are added as uploads if the owner wants that', async () => {
    await start(() => Promise.resolve());
    await start(async ({ settle, problem, names }) => {
      expect((await settle('add')).unlisted_files).toBeNull();
      expect(await problem()).toBeNull();
      expect(await names()).toHaveLength(3);
      await settle('add');
      expect(await names()).toHaveLength(3);
    });
    await start(async ({ problem, names }) => {
      expect(await problem()).toBeNull();
      expect(await names()).toHaveLength(3);
    });
    expect(trashed()).toEqual([]);
  });

  it('the files go to the trash for seven days if the owner lets them go', async () => {
    await start(() => Promise.resolve());
    await start(async ({ settle, problem, wait }) => {
      expect((await settle('discard')).unlisted_files).toBeNull();
      expect(await problem()).toBeNull();
      expect(trashed()).toHaveLength(2);
      await wait(6 * DAY);
      expect(trashed()).toHaveLength(2);
    });
    await start(async ({ problem, wait }) => {
      expect(await problem()).toBeNull();
      expect(stored()).toHaveLength(1);
      await wait(2 * DAY);
      // Sweeps read the trash in real time.
      await vi.waitFor(async () => {
        await wait(DAY);
        expect(trashed()).toEqual([]);
      }, 10_000);
    });
  });

  it('--recover adds the files at a later start, and ends the question', async () => {
    await start(() => Promise.resolve());
    await start(
      async ({ problem, names }) => {
        expect(await problem()).toBeNull();
        expect(await names()).toHaveLength(3);
      },
      { recover: true },
    );
    await start(async ({ problem }) => expect(await problem()).toBeNull());
  });

  it('the newer database can be put back at any time', async () => {
    await start(() => Promise.resolve());
    await start(() => Promise.resolve());
    copyFileSync(`${database}.new`, database);
    for (let starts = 1; starts <= 2; starts += 1) {
      await start(async ({ problem, names }) => {
        expect(await problem()).toBeNull();
        expect(await names()).toHaveLength(3);
      });
    }
    expect(readdirSync(path.join(folder, 'blobs'))).not.toContain('older-database.json');
  });

  it('rejects other decisions', async () => {
    await start(async ({ settle }) => {
      // @ts-expect-error No such action.
      expect(await settle('nothing')).toMatchObject({ error: { code: 'invalid_request' } });
    });
  });
});
