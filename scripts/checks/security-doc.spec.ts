import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// Every row of docs/security.md must name an existing test.

const ROOT = path.join(import.meta.dirname, '../..');
const ROW = /^\| (?!Promise \||-)(.+) \| (.+) \|$/;
const REFERENCE = /^`([^`]+\.spec\.tsx?)`: (.+)$/;

interface Promised {
  promise: string;
  test: string;
}

function rowsOf(text: string): Promised[] {
  return text.split('\n').flatMap((line) => {
    const [, promise, named] = ROW.exec(line) ?? [];
    return promise === undefined || named === undefined ? [] : [{ promise, test: named }];
  });
}

/** Returns why the row names no existing test; `null` if it does. */
function problemOf({ test: named }: Promised): string | null {
  const [, file, title] = REFERENCE.exec(named) ?? [];
  if (file === undefined || title === undefined) return `names no test: ${named}`;
  if (!existsSync(path.join(ROOT, file))) return `names a file that does not exist: ${file}`;
  // Quotes in titles are escaped in source code.
  const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll("\\'", "'");
  return source.includes(title) ? null : `${file} has no test with the title "${title}"`;
}

const rows = rowsOf(readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8'));

describe('docs/security.md', () => {
  test('has rows', () => {
    expect(rows.length).toBeGreaterThan(35);
  });

  test.each(rows)('$promise', (row) => {
    expect(problemOf(row)).toBeNull();
  });

  test.each([
    ['| A | nothing |', /names no test/],
    ['| A | `server/gone.spec.ts`: a title |', /does not exist/],
    ['| A | `server/app.spec.ts`: no test is called so |', /has no test/],
  ])('%s would be found', (line, problem) => {
    expect(rowsOf(line).map(problemOf)).toEqual([expect.stringMatching(problem)]);
  });
});
