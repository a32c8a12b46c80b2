import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../scripts/build/build-parts.mjs';
import { test as base } from './fixtures';
import { startStaticHost, type StaticHost } from './static-host';

interface BuildFixtures {
  /** Build folder, built once per worker. */
  built: string;
}
interface HostFixtures {
  host: StaticHost;
  /** Whether the host reads `_headers`. */
  usesHeaders: boolean;
}

/** Fixtures for tests of a build without a gateway. The tests of one file share a worker, so it is built once. */
export function staticTest({ isDemo = false, folder = '/' }: { isDemo?: boolean; folder?: string }) {
  return base.extend<HostFixtures, BuildFixtures>({
    built: [
      // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
      async ({}, provide) => {
        const target = await mkdtemp(path.join(tmpdir(), 'flowdeck-static-'));
        const flags = ['--out-dir', target, '--base', folder, ...(isDemo ? ['--demo'] : [])];
        await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build-static.mjs'), ...flags]);
        await provide(target);
        await rm(target, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    usesHeaders: [true, { option: true }],
    host: async ({ built, usesHeaders }, provide) => {
      const host = await startStaticHost(built, { base: folder, usesHeaders });
      await provide(host);
      await host.close();
    },
    baseURL: async ({ host }, provide) => {
      await provide(host.address);
    },
  });
}
