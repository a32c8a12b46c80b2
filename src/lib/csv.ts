type CsvValue = string | number | null | undefined;

/** Formats rows as CSV for spreadsheets. */
export function csvText(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** A number as it was written, which may be more exact than a double. No spreadsheet reads it as a formula. */
const EXACT_NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * Starts of text that spreadsheets parse as a formula; full-width signs count as well. Where the list separator is a semicolon or a
 * tab, a cell is split there, and at line breaks: its quotes are not at the start of a field of that table.
 */
const FORMULA_START = /(^|[;\t\r\n])([" ]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/** Titles, prompts and file names are untrusted. */
function csvCell(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number' || EXACT_NUMBER.test(value)) return String(value);
  const safe = value.replace(FORMULA_START, (_whole, separator = '', before = '') => `${separator}'${before}`);
  return `"${safe.replaceAll('"', '""')}"`;
}
