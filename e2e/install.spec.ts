import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { z } from 'zod/mini';
import { root } from '../scripts/build/build-parts.mjs';
import { npmCommand } from '../scripts/prepare.mjs';
import { spawnGateway, type GatewayProcess } from '../scripts/processes/gateway-process.mjs';
import { ENGINE_TIME } from './console';
import { GatewayApi } from './gateway-api';

// What `npm pack` makes, installed as npm does: the package, and beside it the packages that it declares, and no others.

const MB = 1024 ** 2;
const MAX_INSTALLED_BYTES = 60 * MB;
/** The native libraries of images and of SQLite, for all platforms. */
const NATIVE = /^(?:@img\/sharp-|@photostructure\/sqlite\/(?:prebuilds|src)\/)/;

const Entries = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.optional(z.boolean()), devOptional: z.optional(z.boolean()) })),
});
const Packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

interface Installed {
  folder: string;
  /** Paths in the package. */
  files: string[];
  program: string;
}

interface Fixtures {
  /** Starts the installed program, in its folder, so that nothing of the repository is found; it is stopped with the test. */
  start: (...args: string[]) => Promise<GatewayProcess>;
}

const test = base.extend<Fixtures, { installed: Installed }>({
  installed: [
    // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
    async ({}, provide) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-install-'));
      const npm = npmCommand();
      // Without the build of `prepack`: the tests run on the one that is there.
      const args = [...npm.args, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder];
      const printed = execFileSync(npm.command, args, { cwd: root, encoding: 'utf8' });
      const [{ filename, files }] = Packed.parse(JSON.parse(printed));
      const unpacked = path.join(folder, 'node_modules', 'flowdeck');
      mkdirSync(unpacked, { recursive: true });
      execFileSync('tar', ['-xzf', filename, '--strip-components=1', '-C', 'node_modules/flowdeck'], { cwd: folder });
      copyDependencies(folder);
      await provide({
        folder,
        files: files.map((file) => file.path),
        program: path.join(unpacked, 'bin', 'flowdeck.mjs'),
      });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  start: async ({ installed }, provide) => {
    const started: GatewayProcess[] = [];
    await provide(async (...args) => {
      const gateway = await spawnGateway(args, { script: installed.program, cwd: installed.folder });
      started.push(gateway);
      return gateway;
    });
    await Promise.all(started.map((gateway) => gateway.end('SIGKILL')));
  },
});
// All tests share one installation.
test.describe.configure({ mode: 'default' });

/** The registry is out of reach for some, so the packages come from the repository, where npm has put the same versions. */
function copyDependencies(folder: string): void {
  const { packages } = Entries.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
  for (const [position, { dev, devOptional }] of Object.entries(packages)) {
    if (position === '' || dev || devOptional || !existsSync(path.join(root, position))) continue;
    cpSync(path.join(root, position), path.join(folder, position), { recursive: true });
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
}

test('the package holds the built program and no sources, tests or maps, and takes at most 60 MB', ({ installed }) => {
  const { folder, files } = installed;
  const expected = [
    'bin/flowdeck.mjs',
    'dist/console/index.html',
    'dist/console/.vite/license.md',
    'dist/server/main.mjs',
    'dist/server/.vite/license.md',
  ];
  expect(files).toEqual(expect.arrayContaining(expected));
  // Of a worker, which has a bundle of its own.
  const licenses = readFileSync(path.join(folder, 'node_modules/flowdeck/dist/console/.vite/license.md'), 'utf8');
  expect(licenses).toContain('\n## hash-wasm - ');
  const others = files.filter((file) => !/^(?:bin|dist\/console|dist\/server)\//.test(file));
  expect(others.toSorted()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  expect(files.filter((file) => /\.(?:map|tsx?)$|\.spec\.|testing/.test(file))).toEqual([]);

  const modules = path.join(folder, 'node_modules');
  const bytes = filesBelow(modules)
    .filter((name) => !NATIVE.test(name.replaceAll('\\', '/')))
    .reduce((sum, name) => sum + statSync(path.join(modules, name)).size, 0);
  expect(bytes).toBeGreaterThan(5 * MB);
  expect(bytes).toBeLessThan(MAX_INSTALLED_BYTES);
});

test('the installed program runs a job, serves the console, and writes only to its data folder', async ({
  installed,
  start,
}) => {
  const { folder } = installed;
  const before = filesBelow(folder).toSorted();
  const data = mkdtempSync(path.join(folder, 'data-'));
  const gateway = await start('--port', '0', '--engine', 'embedded', '--data-dir', data);
  expect(gateway.address, gateway.printed().stderr).not.toBeNull();
  const api = new GatewayApi(String(gateway.address));
  const { id } = await api.submit({
    1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 255 } },
    2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'installed' } },
  });
  await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');
  const [output] = (await api.job(id)).outputs;
  expect(output?.content_type).toBe('image/png');

  const page = await (await fetch(`${gateway.address}/`)).text();
  const [, script] = /<script[^>]* src="(\/_app\/[^"]+\.js)"/.exec(page) ?? [];
  expect(script, page).toBeDefined();
  const code = await fetch(new URL(String(script), String(gateway.address)));
  expect(code.status).toBe(200);
  expect(code.headers.get('content-type')).toContain('javascript');

  // Windows has no signals: it ends the process at once.
  const isOrderly = process.platform !== 'win32';
  const verified = await start('verify', '--data-dir', data);
  expect(await verified.ended).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 problems') });

  expect(await gateway.end('SIGTERM')).toMatchObject(isOrderly ? { code: 0 } : { signal: 'SIGTERM' });
  const ofData = path.basename(data) + path.sep;
  expect(filesBelow(data)).toContain('flowdeck.db');
  expect(
    filesBelow(folder)
      .filter((name) => !name.startsWith(ofData))
      .toSorted(),
  ).toEqual(before);
});
