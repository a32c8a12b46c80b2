import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { PLAIN, readAnsiLine, withoutAnsi } from './ansi';

const ESC = '\u001b';
const read = (line: string) => readAnsiLine(line, PLAIN).segments.map(({ text, style }) => [text, style.color]);

describe('the colors of a log', () => {
  it.each([
    [
      'basic',
      `a${ESC}[31mb${ESC}[0mc`,
      [
        ['a', null],
        ['b', 'red'],
        ['c', null],
      ],
    ],
    ['bright', `${ESC}[92mok`, [['ok', 'green']]],
    ['faint', `${ESC}[90mquiet`, [['quiet', 'grey']]],
    [
      'from a palette of 256',
      `${ESC}[38;5;196mred${ESC}[38;5;21mblue${ESC}[38;5;240mgrey`,
      [
        ['red', 'red'],
        ['blue', 'blue'],
        ['grey', 'grey'],
      ],
    ],
    [
      'with 24 bits',
      `${ESC}[38;2;255;180;0mamber${ESC}[38;2;250;250;250mwhite`,
      [
        ['amber', 'yellow'],
        ['white', null],
      ],
    ],
    [
      'backgrounds are ignored',
      `${ESC}[41;37mx${ESC}[48;5;196;32my`,
      [
        ['x', null],
        ['y', 'green'],
      ],
    ],
    [
      'are reset without a number',
      `${ESC}[33mx${ESC}[my`,
      [
        ['x', 'yellow'],
        ['y', null],
      ],
    ],
  ])('%s', (_name, line, segments) => {
    expect(read(line)).toEqual(segments);
  });

  it('apply to the following lines until they are reset', () => {
    const { end } = readAnsiLine(`${ESC}[1;4;36mhead`, PLAIN);
    expect(readAnsiLine('tail', end).segments).toEqual([
      { text: 'tail', style: { color: 'cyan', isBold: true, isItalic: false, isUnderlined: true } },
    ]);
  });

  it('drop sequences that move the cursor, set a title, create a link or ring the bell', () => {
    const line = `${ESC}[2K${ESC}[1Ga${ESC}]0;title\u0007b${ESC}]8;;https://x/${ESC}\\c${ESC}(Bd\u0007\u0000e`;
    expect(
      read(line)
        .map(([text]) => text)
        .join(''),
    ).toBe('abcde');
    expect(withoutAnsi(`${ESC}[31mred${ESC}[0m plain`)).toBe('red plain');
  });

  it('never leave a control character in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(ESC, '[', ']', 'm', '3', '8', ';', '\\', 'a', '\u0007', '\u009b') }),
        (line) => {
          const text = read(line)
            .map(([part]) => part)
            .join('');
          expect(/\p{Cc}/u.test(text)).toBe(false);
        },
      ),
    );
  });
});
