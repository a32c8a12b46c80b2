import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { csvText } from './csv';

const cell = (value: string | number | null) => csvText([[value]]).replace(/\r\n$/, '');

/** Fields of a line as a spreadsheet reads them: quotes count at the start of a field only. */
function fields(line: string, separator: string): string[] {
  const found: string[] = [];
  for (let at = 0; at <= line.length;) {
    let field = '';
    if (line[at] === '"') {
      for (at += 1; at < line.length; at += 1) {
        if (line[at] !== '"') field += line[at];
        else if (line[at + 1] === '"') {
          field += '"';
          at += 1;
        } else break;
      }
      at += 1;
    }
    const next = line.indexOf(separator, at);
    const end = next < 0 ? line.length : next;
    found.push(field + line.slice(at, end));
    at = end + 1;
  }
  return found;
}

describe('cells of a CSV file', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-a', `"'-a"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['＝1', `"'＝1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠a', `"'＠a"`],
    [' =1', `"' =1"`],
    ["foo;=cmd|' /C calc'!A0", `"foo;'=cmd|' /C calc'!A0"`],
    ['a\t=1', `"a\t'=1"`],
    ['a; "=1"', `"a;' ""=1"""`],
    ['a\n=1', `"a\n'=1"`],
  ])('never start a formula, in any locale: %j', (value, written) => {
    expect(cell(value)).toBe(written);
  });

  it.each([
    ['a "cat", black', '"a ""cat"", black"'],
    ['plain', '"plain"'],
    ['a;b', '"a;b"'],
    ['3 = 3', '"3 = 3"'],
    ['', ''],
    [null, ''],
  ])('quote every text, and leave it as it is: %j', (value, written) => {
    expect(cell(value)).toBe(written);
  });

  it.each(['-5.50', '-1', '0.10', '1e-7', '18446744073709551615', -2.5, 7])('leave numbers: %j', (value) => {
    expect(cell(value)).toBe(String(value));
  });

  it('hold no field that starts with a sign of a formula, whichever separator a spreadsheet expects', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '=', '-', '@', '＝', ';', '\t', ',', '"', "'", ' ', '\n') });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (row) => {
        const written = csvText([row]);
        for (const separator of [';', '\t']) {
          for (const line of written.split(/\r\n|\n/)) {
            for (const field of fields(line, separator)) expect(field).not.toMatch(/^ *[=+\-@＝＋－＠]/);
          }
        }
        expect(fields(written.slice(0, -2), ',')).toHaveLength(row.length);
      }),
      { numRuns: 2000 },
    );
  });
});
