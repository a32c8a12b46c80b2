import { describe, expect, test } from 'vitest';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { DEFAULT_PATTERN, zipNames } from './zip-names';

const file = (name: string, more: { hash?: string | null; job_id?: string | null } = {}) => ({
  name,
  hash: `blake3:${'ab'.repeat(32)}`,
  job_id: '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b',
  ...more,
});

describe('file names in a zip', () => {
  test.each([
    [DEFAULT_PATTERN, 'Blue reef 2030-01-02 1.png'],
    ['', 'Blue reef 2030-01-02 1.png'],
    ['{title}-{seed}-{node}', 'Blue reef-18446744073709551615-9.png'],
    ['{job}/{n}-{name}.{ext}', '7f3d2c1b/1-coral.png'],
    ['{hash}', 'abababab.png'],
    ['{server}/{name}', 'Lab_2/coral.png'],
    ['{name}', 'coral.png'],
    ['out.PNG', 'out.PNG'],
    ['{colour} {name}', '{colour} coral.png'],
    ['../../{name}', 'coral.png'],
    ['/etc/./{name}', 'etc/coral.png'],
    ['a\\b:{name}?', 'a_b_coral_.png'],
  ])('%s', (pattern, name) => {
    const made = {
      ...file('coral.png'),
      job_title: 'Blue reef.json',
      made_at: '2030-01-02T12:00:00Z',
      node_id: '9',
      seed: '18446744073709551615',
      server: 'Lab/2',
    };
    expect(zipNames([made], pattern)).toEqual([name]);
  });

  test('are unique, even without regard to case', () => {
    expect(zipNames([file('a.png'), file('A.png'), file('a.png')], '{name}.{ext}')).toEqual([
      'a.png',
      'A (2).png',
      'a (3).png',
    ]);
    expect(zipNames([file('x'), file('y')], 'same')).toEqual(['same', 'same (2)']);
  });

  test('of ten thousand equal files take time in proportion to their number', () => {
    const files = Array.from({ length: 10_000 }, () => file('a.png'));
    let names: string[] = [];
    // Counting from 2 for each of them took 4 s.
    expect(leastCpuMs(1000, () => (names = zipNames(files, '{name}')))).toBeLessThan(1000);
    expect(new Set(names).size).toBe(10_000);
    expect(names.at(-1)).toBe('a (10000).png');
  });

  test('distinguish outputs of different runs by default, even without metadata', () => {
    const run = (day: string) => ({
      ...file('many_00001_.png'),
      job_title: 'quick.json',
      made_at: `2030-01-${day}T12:00:00Z`,
    });
    expect(zipNames([run('01'), run('02'), run('02')], DEFAULT_PATTERN)).toEqual([
      'quick 2030-01-01 1.png',
      'quick 2030-01-02 2.png',
      'quick 2030-01-02 3.png',
    ]);
    expect(zipNames([file('a.png')], '{title} {date} {seed} {node}')).toEqual(['a undated none file.png']);
  });

  test('are numbered with as many digits as the list needs', () => {
    const names = zipNames(
      Array.from({ length: 10 }, () => file('a.png')),
      '{n}',
    );
    expect([names[0], names[9]]).toEqual(['01.png', '10.png']);
  });

  test('contain no folders from asset names, and exist for files without extension or hash', () => {
    expect(zipNames([file('a/b.png'), file('.hidden'), file('bare', { hash: null, job_id: null })], '{name}')).toEqual([
      'a_b.png',
      '.hidden',
      'bare',
    ]);
    expect(zipNames([file('bare', { hash: null, job_id: null })], '{job}-{hash}')).toEqual(['upload-unknown']);
  });
});
