// Bench output: one line per figure in a common format, so that two runs can be compared.

/**
 * @typedef {{ name: string, value: number, unit: string, bar?: number, note?: string }} Figure `bar`: limit; absent: reported only
 * @typedef {(figure: Figure) => void} Report
 */

/** Whether this is `npm run bench -- --full`. */
export const isFull = process.argv.includes('--full');

/**
 * Returns the size of a measurement: a small one is enough to compare two versions, and the default run takes less than ten minutes.
 * @param {number} standard @param {number} full
 */
export function sized(standard, full) {
  return isFull ? full : standard;
}

/** @param {Figure} figure */
export function isOver({ value, bar }) {
  // `NaN` means that nothing was measured, which counts as over the limit.
  return bar !== undefined && !(value <= bar);
}

/** @param {Figure} figure */
export function reportLine(figure) {
  const { name, value, unit, bar, note = '' } = figure;
  const result = bar === undefined ? '' : isOver(figure) ? 'OVER' : 'ok';
  const shownBar = bar === undefined ? '' : `<= ${rounded(bar)} ${unit}`;
  return [name.padEnd(44), `${rounded(value)} ${unit}`.padStart(14), shownBar.padStart(16), result.padEnd(4), note]
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
