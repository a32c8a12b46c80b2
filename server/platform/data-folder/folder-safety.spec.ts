import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDataFolder } from './data-folder';
import { StartupProblem } from '../../startup-problem';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flowdeck-folder-'));
  folder = path.join(root, 'data');
  openDataFolder(folder).release();
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const within = (name: string) => path.join(folder, name);

function rejection(): string {
  try {
    openDataFolder(folder).release();
  } catch (error) {
    if (error instanceof StartupProblem) return error.message;
    throw error;
  }
  return 'opened';
}

// Windows has neither the modes nor the owners.
describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('of the user opens again, also through a link, and if others can list it', () => {
    expect(rejection()).toBe('opened');
    chmodSync(folder, 0o755);
    expect(rejection()).toBe('opened');
    symlinkSync(folder, path.join(root, 'link'));
    expect(() => openDataFolder(path.join(root, 'link')).release()).not.toThrow();
  });

  test.each([0o777, 0o770, 0o702])('that others can change (mode %o) is rejected', (mode) => {
    chmodSync(folder, mode);
    expect(rejection()).toBe(
      `Other users can change the data folder ${folder}: run chmod 700 on it, or name another one with --data-dir.`,
    );
  });

  test('of another user is rejected', () => {
    const own = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue(own + 1);
    expect(rejection()).toMatch(/^The data folder .* belongs to another user: start Flowdeck as that user/);
  });

  test('with a secret that others can read is rejected', () => {
    chmodSync(within('secret'), 0o644);
    expect(rejection()).toMatch(/^Other users can read .*secret: remove it/);
  });

  test.each(['secret', 'running.json', 'running.json.new', 'lock', 'flowdeck.db', 'flowdeck.db-wal'])(
    'with a planted link in place of %s is rejected, and the target is unchanged',
    (name) => {
      const target = path.join(root, 'target');
      writeFileSync(target, 'untouched', { mode: 0o644 });
      rmSync(within(name), { force: true });
      symlinkSync(target, within(name));
      expect(rejection()).toBe(
        `In the data folder ${within(name)} is a symbolic link: remove it, or put the file there itself.`,
      );
      expect(readFileSync(target, 'utf8')).toBe('untouched');
      expect(lstatSync(target).mode & 0o777).toBe(0o644);
    },
  );

  test('accepts a link to a folder on another disk if that belongs to the user', () => {
    const disk = path.join(root, 'disk');
    mkdirSync(disk, { mode: 0o700 });
    symlinkSync(disk, within('blobs'));
    expect(rejection()).toBe('opened');
    chmodSync(disk, 0o777);
    expect(rejection()).toMatch(/is a symbolic link/);
  });

  test('writes nothing through a link that is planted while it is open', () => {
    const target = path.join(root, 'target');
    writeFileSync(target, 'untouched');
    const open = openDataFolder(folder);
    symlinkSync(target, within('running.json.new'));
    open.announce('http://127.0.0.1:1');
    open.release();
    expect(readFileSync(target, 'utf8')).toBe('untouched');
  });
});
