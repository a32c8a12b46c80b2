import { describe, expect, it } from 'vitest';
import { findMatches, linesOfLevel, readLines, segmentsOf } from './log-lines';

const ESC = '\u001b';

describe('the lines of a log', () => {
  it('show the last state of an overwritten line, like a terminal', () => {
    expect(readLines('one\r\n10%\r 50%\r100%\nlast\n').map(({ text }) => text)).toEqual(['one', '100%', 'last']);
    expect(readLines('')).toEqual([]);
  });

  it('are classified as errors, warnings and others', () => {
    const lines = readLines(
      [
        'loading',
        'WARNING: low memory',
        'ValueError: sizes differ',
        'Traceback (most recent call last):',
        '0 errors',
      ].join('\n'),
    );
    expect(lines.map(({ level }) => level)).toEqual([null, 'warning', 'error', 'error', null]);
    expect(linesOfLevel(lines, 'all')).toEqual([0, 1, 2, 3, 4]);
    expect(linesOfLevel(lines, 'warnings')).toEqual([1, 2, 3]);
    expect(linesOfLevel(lines, 'errors')).toEqual([2, 3]);
  });

  it('are searched case-insensitively, across colors, with literal special characters', () => {
    const lines = readLines(`no\n${ESC}[31mSi${ESC}[0mze (a+b)\nsize size`);
    expect(findMatches(lines, [0, 1, 2], 'SIZE')).toEqual([
      { row: 1, start: 0, end: 4 },
      { row: 2, start: 0, end: 4 },
      { row: 2, start: 5, end: 9 },
    ]);
    expect(findMatches(lines, [1], '(a+b)')).toEqual([{ row: 0, start: 5, end: 10 }]);
    expect(findMatches(lines, [0, 1, 2], '')).toEqual([]);
  });

  it('are split where style or match change, without losing a character', () => {
    const [line] = readLines(`${ESC}[31mSi${ESC}[0mze (a+b)`);
    if (!line) throw new Error('There is no line');
    const parts = segmentsOf(line, [{ row: 0, start: 1, end: 6 }]);
    expect(parts.map(({ text, match, style }) => [text, match !== null, style.color])).toEqual([
      ['S', false, 'red'],
      ['i', true, 'red'],
      ['ze (', true, null],
      ['a+b)', false, null],
    ]);
  });
});
