import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock';
import { permissionFlags } from './permission-flags';
import { SerialChild } from './serial-child';
import { buildChild } from './testing/build-child';
import type { Attempt } from './testing/limited-child';

let built: Awaited<ReturnType<typeof buildChild>>;
let dir: string;
const open: SerialChild<{ attempt: Attempt; path: string }, string>[] = [];

beforeAll(async () => {
  built = await buildChild('limited-child', 'server/child-process/testing/limited-child.ts');
  dir = await mkdtemp(join(tmpdir(), 'flowdeck-rights-'));
  for (const folder of ['given', 'other']) {
    await mkdir(join(dir, folder));
    await writeFile(join(dir, folder, 'file.txt'), folder);
  }
}, 60_000);
afterEach(() => Promise.all(open.splice(0).map((child) => child.close())));
afterAll(async () => {
  await built.remove();
  await rm(dir, { recursive: true, force: true });
});

function start(more: { reads?: string[]; writes?: string[] } = {}) {
  const child = new SerialChild<{ attempt: Attempt; path: string }, string>({
    script: built.script,
    clock: new VirtualClock(),
    idleMs: 30_000,
    timeoutMs: 30_000,
    maxHeapMb: 64,
    maxMemoryMb: 300,
    name: 'helper',
    taskName: 'task',
    ...more,
  });
  open.push(child);
  return (attempt: Attempt, path = '') => child.ask({ attempt, path });
}

const DENIED = 'ERR_ACCESS_DENIED';

describe('a child process', { timeout: 60_000 }, () => {
  it('can read and write only the granted folders', async () => {
    const given = join(dir, 'given');
    const attempt = start({ reads: [given], writes: [given] });
    expect(await attempt('read', join(given, 'file.txt'))).toBe('given');
    expect(await attempt('write', join(given, 'new.txt'))).toBe('done');
    expect(await attempt('read', join(dir, 'other', 'file.txt'))).toBe(DENIED);
    expect(await attempt('write', join(dir, 'other', 'new.txt'))).toBe(DENIED);
    expect(existsSync(join(dir, 'other', 'new.txt'))).toBe(false);
  });

  it('can neither write nor read files of the user by default', async () => {
    const attempt = start();
    expect(await attempt('read', join(dir, 'given', 'file.txt'))).toBe(DENIED);
    expect(await attempt('write', join(dir, 'given', 'file.txt'))).toBe(DENIED);
    // Including its own code.
    expect(await attempt('read', built.script)).toContain('import');
  });

  it('can start neither processes nor threads', async () => {
    const attempt = start();
    expect(await attempt('process')).toBe(DENIED);
    expect(await attempt('thread')).toBe(DENIED);
  });

  it('is killed when it exceeds its memory limit, and the next request starts another', async () => {
    const attempt = start();
    await expect(attempt('memory')).rejects.toThrow('The process ended: SIGKILL');
    expect(await attempt('read', built.script)).toContain('import');
  });
});

it('native code is allowed only on request', () => {
  expect(permissionFlags(built.script, {})).not.toContain('--allow-addons');
  expect(permissionFlags(built.script, { addons: true })).toContain('--allow-addons');
});

it('no path is listed twice or within another, which makes Node 20 abort', () => {
  const flags = permissionFlags(built.script, { reads: [dir, join(dir, 'given'), dir], writes: [dir, dir] });
  expect(flags.filter((flag) => flag.includes(dir))).toEqual([
    `--allow-fs-read=${join(dir, '*')}`,
    `--allow-fs-write=${join(dir, '*')}`,
  ]);
});
