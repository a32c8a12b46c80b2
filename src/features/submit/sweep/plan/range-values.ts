import { formatInteger } from '@/lib/format';
import { MAX_CELLS } from '@/domains/batches/batch-plan';
import { atCommonScale, decimalToText, parseDecimal, power, type ExactDecimal } from './exact-decimal';
import type { RangeForm } from '@/domains/drafts/sweep-form';

/** Decimals of evenly spaced values beyond those of the ends. */
const EXTRA_DECIMALS = 6;

/** Returns the numbers of a range as JSON text, exact in every digit, or why there are none. */
export function rangeValues(form: RangeForm, isWhole: boolean): { texts: string[] } | { problem: string } {
  const from = parseDecimal(form.from);
  const to = parseDecimal(form.to);
  if (!from || !to) return { problem: `${from ? 'The end' : 'The start'} of the range is not a number.` };
  if (form.by === 'step') {
    const step = parseDecimal(form.step);
    if (!step || step.units === 0n) return { problem: 'The step must be a number other than 0.' };
    if (isWhole && [from, to, step].some(hasFraction)) return { problem: NOT_WHOLE };
    return bySteps(from, to, step);
  }
  const count = /^\s*\d{1,9}\s*$/.test(form.count) ? Number(form.count) : 0;
  if (count < 1) return { problem: 'The number of values must be a whole number, 1 or more.' };
  if (count > MAX_CELLS) return tooMany(BigInt(count));
  if (isWhole && [from, to].some(hasFraction)) return { problem: NOT_WHOLE };
  return { texts: evenly(from, to, count, isWhole ? 0 : EXTRA_DECIMALS) };
}

const NOT_WHOLE = 'This input accepts whole numbers only.';

/** Includes `to` if a step reaches it. The sign of the step does not matter: the range goes from `from` to `to`. */
function bySteps(from: ExactDecimal, to: ExactDecimal, step: ExactDecimal): { texts: string[] } | { problem: string } {
  const { scale, units } = atCommonScale(from, to, step);
  const [first = 0n, last = 0n, size = 1n] = units;
  const stride = size < 0n === last < first ? size : -size;
  const count = (last - first) / stride + 1n;
  if (count > BigInt(MAX_CELLS)) return tooMany(count);
  const texts = Array.from({ length: Number(count) }, (_, index) =>
    decimalToText({ units: first + BigInt(index) * stride, scale }),
  );
  return { texts };
}

/** Both ends and evenly spaced numbers between them, rounded; equal ones once. */
function evenly(from: ExactDecimal, to: ExactDecimal, count: number, extraDecimals: number): string[] {
  const common = atCommonScale(from, to);
  const factor = power(extraDecimals);
  const [first = 0n, last = 0n] = common.units.map((units) => units * factor);
  const gaps = BigInt(Math.max(1, count - 1));
  const texts = Array.from({ length: count }, (_, index) =>
    decimalToText({
      units: first + roundedQuotient((last - first) * BigInt(index), gaps),
      scale: common.scale + extraDecimals,
    }),
  );
  return [...new Set(texts)];
}

/** Rounds halves away from zero. @param divisor positive */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor;
  return (dividend * 2n + half) / (divisor * 2n);
}

function hasFraction({ scale }: ExactDecimal): boolean {
  return scale > 0;
}

function tooMany(count: bigint): { problem: string } {
  const shown = count > 1_000_000_000n ? 'more than a billion' : formatInteger(Number(count));
  return { problem: `The range has ${shown} values; a sweep has at most ${formatInteger(MAX_CELLS)} jobs.` };
}
