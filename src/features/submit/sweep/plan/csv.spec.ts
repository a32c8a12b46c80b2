import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { parseCsv } from './csv';

const cellsOf = (text: string) => {
  const { header, rows } = parseCsv(text);
  return [header, ...rows.map(({ cells }) => cells)];
};
const problemsOf = (text: string) => parseCsv(text).problems.map(({ line, message }) => `${line}: ${message}`);

describe('a CSV table', () => {
  it.each<[string, string, string[][]]>([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons, with decimal commas',
      'cfg;text\r\n"7,5";a, b\r\n',
      [
        ['cfg', 'text'],
        ['7,5', 'a, b'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['one column', 'prompt\na cat, red\na dog', [['prompt'], ['a cat, red'], ['a dog']]],
    [
      'quotes, separators and line breaks in quotes',
      '"a","b"\n"x ""y"", z","two\nlines"',
      [
        ['a', 'b'],
        ['x "y", z', 'two\nlines'],
      ],
    ],
    [
      'a space before a quote',
      'a, "b"\n1, "2, 3"',
      [
        ['a', 'b'],
        ['1', '2, 3'],
      ],
    ],
    [
      'a byte order mark and empty lines',
      '\ufeffa,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a column without a name',
      'a,\n1,2',
      [
        ['a', 'Column 2'],
        ['1', '2'],
      ],
    ],
  ])('is read with %s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
    expect(problemsOf(text)).toEqual([]);
  });

  it('names the line of each problem', () => {
    expect(problemsOf('a,b\n1\n"x\ny",2\n1,2,3')).toEqual([
      '2: 1 value, but the header has 2',
      '5: 3 values, but the header has 2',
    ]);
    expect(problemsOf('a,b\n1,"2\n3,4')).toEqual(['2: a quote is not closed']);
    expect(problemsOf('a,b\n"1"x,2')).toEqual(['2: text follows a closing quote: x']);
  });

  it('is empty for empty text', () => {
    expect(parseCsv(' \n\n')).toEqual({ header: [], rows: [], problems: [] });
  });

  it('returns any cells that were quoted, with any separator', () => {
    const cell = fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.replaceAll('\r', ''));
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.tuple(
          fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
        ),
      );
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), ([header, rows], separator) => {
        const text = [header, ...rows.map((cells) => cells.map(quoted))]
          .map((cells) => cells.join(separator))
          .join('\n');
        const filled = rows.filter((cells) => cells.some((one) => one !== ''));
        expect(cellsOf(text)).toEqual([header, ...filled]);
      }),
    );
  });
});
