import { leastCpuMs } from '@contract/testing/cpu-time';
import { describe, expect, it } from 'vitest';
import { safeFileName, safeName } from './safe-name';

describe('safeName', () => {
  it.each([
    ['ComfyUI', 'ComfyUI'],
    ['runs/today/a', 'runs-today-a'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Users\\x', 'C_-Users-x'],
    ['..', 'ComfyUI'],
    ['', 'ComfyUI'],
    ['CON', 'ComfyUI-CON'],
    ['a\u0000b<c>|d?*', 'a_b_c__d__'],
    ['.hidden', 'hidden'],
    ['größe 😀', 'größe 😀'],
    [`${'x'.repeat(119)}😀`, 'x'.repeat(119)],
    ['-rf', 'rf'],
    ['aux.backup', 'ComfyUI-aux.backup'],
    ['fdp\u202egnp', 'fdp_gnp'],
    ['line\r\nSet-Cookie', 'line__Set-Cookie'],
    ['c1\u009b31m', 'c1_31m'],
    ['lone \ud800 surrogate', 'lone _ surrogate'],
    [`${'x'.repeat(118)}. y`, 'x'.repeat(118)],
  ])('%j is safe as %j', (prefix, expected) => {
    expect(safeName(prefix)).toBe(expected);
  });

  it.each([' ', '.', '-', '/', 'a', '\u202e', '\ud83d', '. /'])('takes linear time for a million of %j', (unit) => {
    const text = `a${unit.repeat(1_000_000)}b`;
    expect(safeName(text).length).toBeLessThanOrEqual(120);
    expect(leastCpuMs(4000, () => safeName(text))).toBeLessThan(4000);
  });
});

describe('safeFileName', () => {
  it.each([
    ['picture_00001_.png', 'picture_00001_.png'],
    ['.bashrc', 'bashrc'],
    ['-rf', 'rf'],
    ['CON', 'ComfyUI-CON'],
    ['con.png', 'ComfyUI-con.png'],
    ['a:b.png', 'a_b.png'],
    ['photo\u202egnp.exe', 'photo_gnp.exe'],
    ['../../.ssh/id.png', 'ssh-id.png'],
    [`${'x'.repeat(300)}.webp`, `${'x'.repeat(120)}.webp`],
    ['', 'ComfyUI'],
  ])('%j is safe as %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });
});
