// What a bench says: one line a figure, the same form for all, so that two runs can be laid side by side.

/**
 * @typedef {{ name: string, value: number, unit: string, bar?: number, note?: string }} Figure bar: at most; absent: reported only
 * @typedef {(figure: Figure) => void} Report
 */

/** @param {Figure} figure */
export function isOver({ value, bar }) {
  // A figure that is no number was not measured, and what was not measured does not hold.
  return bar !== undefined && !(value <= bar);
}

/** @param {Figure} figure */
export function reportLine(figure) {
  const { name, value, unit, bar, note = '' } = figure;
  const verdict = bar === undefined ? '' : isOver(figure) ? 'OVER' : 'ok';
  const shownBar = bar === undefined ? '' : `<= ${rounded(bar)} ${unit}`;
  return [name.padEnd(44), `${rounded(value)} ${unit}`.padStart(14), shownBar.padStart(16), verdict.padEnd(4), note]
    .join('  ')
    .trimEnd();
}

/** @param {number} value */
const rounded = (value) =>
  Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1);

/** @param {readonly number[]} values @param {number} share between 0 and 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);
