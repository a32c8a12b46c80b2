import { PLAIN, readAnsiLine, type Segment, type TextStyle } from './ansi';

export type LogLevel = 'error' | 'warning';

export interface ReadLine {
  /** As received from the surface. */
  raw: string;
  /** Without color sequences. */
  text: string;
  level: LogLevel | null;
  /** Style left on by an earlier line. */
  start: TextStyle;
}

const ERROR = /(?:error|exception|fatal|critical)\b|^traceback\b/i;
const WARNING = /\bwarn(?:ing)?\b/i;

export function readLines(text: string): ReadLine[] {
  const rows = text.split('\n');
  if (rows.at(-1) === '') rows.pop();
  let style = PLAIN;
  return rows.map((row) => {
    const raw = lastOverprint(row);
    const start = style;
    // Most lines have no colors, so they are only parsed once visible.
    if (!raw.includes('\u001b')) return { raw, text: raw, level: levelOf(raw), start };
    const { segments, end } = readAnsiLine(raw, start);
    style = end;
    const plain = segments.map((segment) => segment.text).join('');
    return { raw, text: plain, level: levelOf(plain), start };
  });
}

/** Progress bars overwrite themselves after a carriage return; a terminal shows the last state. */
function lastOverprint(row: string): string {
  const line = row.endsWith('\r') ? row.slice(0, -1) : row;
  const at = line.lastIndexOf('\r');
  return at < 0 ? line : line.slice(at + 1);
}

function levelOf(text: string): LogLevel | null {
  return ERROR.test(text) ? 'error' : WARNING.test(text) ? 'warning' : null;
}

export type LevelFilter = 'all' | 'warnings' | 'errors';

/** Returns the indexes of the matching lines. */
export function linesOfLevel(lines: readonly ReadLine[], filter: LevelFilter): number[] {
  const passes = (level: LogLevel | null) =>
    filter === 'all' || level === 'error' || (filter === 'warnings' && level === 'warning');
  return [...lines.keys()].filter((index) => passes(lines[index]?.level ?? null));
}

export interface Match {
  /** Index among the shown lines. */
  row: number;
  start: number;
  end: number;
}

/** Limit of matches, more than users step through. */
export const MAX_MATCHES = 5000;

export function findMatches(lines: readonly ReadLine[], shown: readonly number[], query: string): Match[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi');
  const matches: Match[] = [];
  for (const [row, index] of shown.entries()) {
    for (const found of lines[index]?.text.matchAll(pattern) ?? []) {
      matches.push({ row, start: found.index, end: found.index + found[0].length });
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}

export interface ShownSegment extends Segment {
  /** Offset in the line. */
  at: number;
  /** Search match; `null` if none. */
  match: Match | null;
}

/** Splits a line into segments with one style each, also at the start and the end of each match. */
export function segmentsOf(line: ReadLine, matches: readonly Match[]): ShownSegment[] {
  const { segments } = readAnsiLine(line.raw, line.start);
  const parts: ShownSegment[] = [];
  let at = 0;
  for (const { text, style } of segments) {
    const end = at + text.length;
    const cuts = matches.flatMap((match) => [match.start, match.end]).filter((cut) => cut > at && cut < end);
    const edges = [at, ...cuts, end];
    for (const [index, from] of edges.slice(0, -1).entries()) {
      const to = edges[index + 1] ?? end;
      const match = matches.find((found) => found.start <= from && to <= found.end) ?? null;
      parts.push({ at: from, text: text.slice(from - at, to - at), style, match });
    }
    at = end;
  }
  return parts;
}
