import { t } from '@/lib/i18n/messages';

/** A table with a header row. */
export interface CsvTable {
  header: readonly string[];
  /** Records with as many cells as the header has. */
  rows: readonly CsvRow[];
  problems: readonly CsvProblem[];
}

export interface CsvRow {
  /** Line of the text on which it begins, starting at 1. */
  line: number;
  cells: readonly string[];
}

export interface CsvProblem {
  line: number;
  message: string;
}

const SEPARATORS = [',', ';', '\t'] as const;
/** A header without separators: a single column of prompts, which may contain commas. */
const NO_SEPARATOR = '\0';

/**
 * Parses comma-, semicolon- or tab-separated text with quotes (RFC 4180): a quoted cell may contain separators, line breaks, and
 * quotes written twice. Empty lines are omitted.
 */
export function parseCsv(text: string): CsvTable {
  const source = text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  const problems: CsvProblem[] = [];
  const [first, ...records] = recordsOf(source, separatorOf(source), problems);
  const header = first?.cells.map((cell, index) => cell.trim() || t('Column {number}', { number: index + 1 })) ?? [];
  const rows = records.filter(({ line, cells }) => {
    if (cells.length === header.length) return true;
    problems.push({
      line,
      message: t('{count, plural, one {# value} other {# values}}, but the header has {expected}', {
        count: cells.length,
        expected: header.length,
      }),
    });
    return false;
  });
  return { header, rows, problems: problems.toSorted((left, right) => left.line - right.line) };
}

/** Returns the separator that is most frequent in the header, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '\n') break;
    else if (!isQuoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : NO_SEPARATOR;
}

function recordsOf(text: string, separator: string, problems: CsvProblem[]): CsvRow[] {
  const records: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const start = line;
    const cells: string[] = [];
    let isLast = false;
    while (!isLast) {
      cells.push(isQuoteNext() ? quotedCell() : plainCell().trim());
      isLast = text.charAt(at) !== separator;
      if (!isLast) at += 1;
    }
    skipLineBreak();
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells });
  }
  return records;

  function skipLineBreak(): void {
    if (text.startsWith('\r\n', at)) at += 1;
    at += 1;
    line += 1;
  }

  /** Spaces before a quote, as people write them after a comma, are not part of the cell. */
  function isQuoteNext(): boolean {
    let next = at;
    while (text.charAt(next) === ' ') next += 1;
    if (text.charAt(next) !== '"') return false;
    at = next;
    return true;
  }

  function plainCell(): string {
    const start = at;
    while (at < text.length && !isEndOfCell()) at += 1;
    return text.slice(start, at);
  }

  function quotedCell(): string {
    const opened = line;
    let value = '';
    at += 1;
    for (;;) {
      const close = text.indexOf('"', at);
      if (close < 0) {
        problems.push({ line: opened, message: t('a quote is not closed') });
        value += text.slice(at);
        at = text.length;
        return value;
      }
      const part = text.slice(at, close);
      line += part.split('\n').length - 1;
      value += part;
      at = close + 1;
      if (text.charAt(at) !== '"') break;
      value += '"';
      at += 1;
    }
    const rest = plainCell();
    if (rest.trim() !== '')
      problems.push({ line, message: t('text follows a closing quote: {text}', { text: rest.trim().slice(0, 20) }) });
    return value;
  }

  function isEndOfCell(): boolean {
    const char = text.charAt(at);
    return char === separator || char === '\n' || (char === '\r' && text.charAt(at + 1) === '\n');
  }
}
