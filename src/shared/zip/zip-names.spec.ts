import { describe, expect, test } from 'vitest';
import { DEFAULT_PATTERN, zipNames } from './zip-names';

const file = (name: string, more: { hash?: string | null; job_id?: string | null } = {}) => ({
  name,
  hash: `blake3:${'ab'.repeat(32)}`,
  job_id: '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b',
  ...more,
});

describe('names in a zip', () => {
  test.each([
    [DEFAULT_PATTERN, 'coral.png'],
    ['', 'coral.png'],
    ['{job}/{n}-{name}.{ext}', '7f3d2c1b/1-coral.png'],
    ['{hash}', 'abababab.png'],
    ['{name}', 'coral.png'],
    ['out.PNG', 'out.PNG'],
    ['{colour} {name}', '{colour} coral.png'],
    ['../../{name}', 'coral.png'],
    ['/etc/./{name}', 'etc/coral.png'],
    ['a\\b:{name}?', 'a_b_coral_.png'],
  ])('%s', (pattern, name) => {
    expect(zipNames([file('coral.png')], pattern)).toEqual([name]);
  });

  test('stay apart, also where large and small letters are alike', () => {
    expect(zipNames([file('a.png'), file('A.png'), file('a.png')], DEFAULT_PATTERN)).toEqual([
      'a.png',
      'A (2).png',
      'a (3).png',
    ]);
    expect(zipNames([file('x'), file('y')], 'same')).toEqual(['same', 'same (2)']);
  });

  test('are numbered with as many digits as the list needs', () => {
    const names = zipNames(
      Array.from({ length: 10 }, () => file('a.png')),
      '{n}',
    );
    expect([names[0], names[9]]).toEqual(['01.png', '10.png']);
  });

  test('of files are no folders, and a file without an ending or a hash has a name all the same', () => {
    expect(zipNames([file('a/b.png'), file('.hidden'), file('bare', { hash: null, job_id: null })], '{name}')).toEqual([
      'a_b.png',
      '.hidden',
      'bare',
    ]);
    expect(zipNames([file('bare', { hash: null, job_id: null })], '{job}-{hash}')).toEqual(['upload-unknown']);
  });
});
