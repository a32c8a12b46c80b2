import type * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDataFolder } from './data-folder';

/** While it is on, no folder seems to exist, as before another process creates it. */
const race = vi.hoisted(() => ({ isOn: false }));

vi.mock('node:fs', async (load) => {
  const real = await load<typeof fs>();
  return { ...real, existsSync: (file: string) => !race.isOn && real.existsSync(file) };
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flowdeck-folder-'));
});
afterEach(() => {
  race.isOn = false;
  rmSync(root, { recursive: true, force: true });
});

test('a folder that another gateway makes at the same time is opened', () => {
  const folder = path.join(root, 'data');
  mkdirSync(folder);
  race.isOn = true;
  const opened = openDataFolder(folder);
  opened.release();
  expect(opened.path).toBe(folder);
});
