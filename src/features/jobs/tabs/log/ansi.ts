/** Interprets ANSI sequences in logs like a terminal, as far as it improves readability. */

/** Few enough that each is readable in both themes; other colors are mapped to the nearest. */
export type AnsiColor = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey';

export interface TextStyle {
  /** `null`: same color as the surrounding text. */
  color: AnsiColor | null;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

export interface Segment {
  text: string;
  style: TextStyle;
}

export const PLAIN: TextStyle = { color: null, isBold: false, isItalic: false, isUnderlined: false };

const ESCAPE = '\u001b';
/** CSI sequences, then terminal strings (titles, links) with their terminator, then short sequences. */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[([0-?]*)[ -/]*([@-~])|[\\]PX^_][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)?|[ -/]*[0-~])|${ESCAPE}`,
  'g',
);
// oxlint-disable-next-line no-control-regex -- control characters are what it takes out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Splits a line into segments with one style each. @returns also the style at the start of the next line */
export function readAnsiLine(line: string, start: TextStyle): { segments: Segment[]; end: TextStyle } {
  const segments: Segment[] = [];
  let style = start;
  const add = (text: string) => {
    const clean = text.replace(CONTROLS, '');
    if (clean !== '') segments.push({ text: clean, style });
  };
  let at = 0;
  for (const match of line.matchAll(SEQUENCE)) {
    add(line.slice(at, match.index));
    at = match.index + match[0].length;
    if (match[2] === 'm') style = styledBy(match[1] ?? '', style);
  }
  add(line.slice(at));
  return { segments, end: style };
}

/** Returns text without terminal sequences. */
export function withoutAnsi(text: string): string {
  return text.includes(ESCAPE) ? text.replace(SEQUENCE, '') : text;
}

const COLORS: readonly (AnsiColor | null)[] = [null, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', null];

function styledBy(parameters: string, before: TextStyle): TextStyle {
  const codes = parameters.split(/[;:]/).map((code) => Number(code || 0));
  let style = before;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { color, length } = extendedColor(codes.slice(at + 1));
      if (code === 38) style = { ...style, color };
      at += length;
    } else {
      style = { ...style, ...changeOf(code) };
    }
  }
  return style;
}

function changeOf(code: number): Partial<TextStyle> {
  if (code === 0) return PLAIN;
  if (code === 1) return { isBold: true };
  if (code === 2 || code === 90) return { color: 'grey' };
  if (code === 3) return { isItalic: true };
  if (code === 4) return { isUnderlined: true };
  if (code === 22) return { isBold: false };
  if (code === 23) return { isItalic: false };
  if (code === 24) return { isUnderlined: false };
  if (code === 39) return { color: null };
  if (code >= 30 && code <= 37) return { color: COLORS[code - 30] ?? null };
  if (code > 90 && code <= 97) return { color: COLORS[code - 90] ?? null };
  return {};
}

/** Reads the codes after 38 or 48: `5;n` for 256 colors or `2;r;g;b`. @returns also the number of codes */
function extendedColor([kind, ...values]: readonly number[]): { color: AnsiColor | null; length: number } {
  if (kind === 2) return { color: nearestColor(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0), length: 4 };
  if (kind !== 5) return { color: null, length: 1 };
  const index = values[0] ?? 0;
  if (index === 8) return { color: 'grey', length: 2 };
  if (index < 16) return { color: COLORS[index % 8] ?? null, length: 2 };
  if (index >= 232) return { color: index < 246 ? 'grey' : null, length: 2 };
  const cube = index - 16;
  const side = (digit: number) => (digit % 6) * 51;
  return { color: nearestColor(side(Math.floor(cube / 36)), side(Math.floor(cube / 6)), side(cube)), length: 2 };
}

const HUES = ['red', 'yellow', 'green', 'cyan', 'blue', 'magenta'] as const;
const MIN_CHROMA = 40;

function nearestColor(red: number, green: number, blue: number): AnsiColor | null {
  const max = Math.max(red, green, blue);
  const chroma = max - Math.min(red, green, blue);
  if (chroma < MIN_CHROMA) return max < 140 && max > 60 ? 'grey' : null;
  const sixth =
    max === red ? (green - blue) / chroma : max === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma;
  return HUES[Math.round(sixth + 6) % 6] ?? null;
}
