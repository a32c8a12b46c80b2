import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskSpace } from './disk-space';
import { SmallDisk } from './testing/small-disk';

const MEGABYTE = 1024 ** 2;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-reserve-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the reserve', () => {
  const fresh = (capacity?: number) => {
    const small = new SmallDisk(folder, capacity);
    const size = () => statSync(path.join(folder, 'reserve')).size;
    return { small, size, space: new DiskSpace(folder, small) };
  };

  it.each([
    [400 * MEGABYTE, 20 * MEGABYTE],
    [4000 * MEGABYTE, 32 * MEGABYTE],
  ])('on a disk of %d bytes has %d', (capacity, expected) => {
    const { space, size } = fresh(capacity);
    for (let looks = 0; looks < 40; looks += 1) space.look();
    expect(size()).toBe(expected);
  });

  it('takes all that becomes free on a full disk, and the state ends only when it is complete', () => {
    const { small, space, size } = fresh();
    for (let looks = 0; looks < 40; looks += 1) space.look();
    small.fill();
    expect(space.isFull).toBe(true);
    space.makeRoom();
    small.fill();
    const rest = size();
    small.others -= 100 * 1024;
    space.look();
    expect(size()).toBe(rest + 100 * 1024);
    expect(space.isFull).toBe(true);
    small.others -= 10 * MEGABYTE;
    space.look();
    expect(size()).toBe(20 * MEGABYTE);
    expect(space.isFull).toBe(false);
  });

  it('a disk that reports no space, but can be written, does not count as full', () => {
    const { small, space } = fresh();
    small.isSilent = true;
    expect(space.isFull).toBe(false);
    space.look();
    expect(space.isFull).toBe(false);
  });
});
