import type { Slices } from '@contract/slices';
import { AscendingLists } from './ascending-lists';

/** Up to this many numbers are sorted instead of counted. */
const FEW = 64;
/** Up to this many numbers are counted; more are narrowed down first. */
const SOME = 512;
const BINS = 1024;

export interface PartOfNumbers {
  /** Ascending lists. */
  ascending: readonly Float64Array[];
  /** In any order. */
  loose: Float64Array;
}

interface Medians {
  /** `null` if there are no numbers, here and below. */
  ofAll: number | null;
  /** In the order of the parts. */
  ofEach: (number | null)[];
}

/** Computes medians by counting numbers in bins: sorting 100,000 of them takes ten times as long. Yields between the parts. */
export function* medians(parts: readonly PartOfNumbers[]): Slices<Medians> {
  const middles: (Middle | null)[] = [];
  for (const { ascending, loose } of parts) {
    middles.push(middleOfLists(ascending, [loose]));
    yield;
  }
  const ascending = parts.flatMap((part) => part.ascending);
  const loose = parts.map((part) => part.loose);
  const all = middleOfLists(ascending, loose, rangeOf(middles));
  return { ofAll: all && mean(all), ofEach: middles.map((middle) => middle && mean(middle)) };
}

/** The two middle numbers; equal if the count is odd. */
interface Middle {
  lower: number;
  upper: number;
}

const mean = ({ lower, upper }: Middle) => (lower + upper) / 2;

interface Range {
  low: number;
  high: number;
}

/** Returns a small range with the median of all: it is between the lowest and the highest median of the parts. */
function rangeOf(middles: readonly (Middle | null)[]): Range {
  const known = middles.filter((middle) => middle !== null);
  return {
    low: Math.min(...known.map(({ lower }) => lower)),
    high: Math.max(...known.map(({ upper }) => upper)),
  };
}

const EVERYTHING: Range = { low: -Infinity, high: Infinity };

/** @param range inclusive, contains the median */
function middleOfLists(
  ascending: readonly Float64Array[],
  loose: readonly Float64Array[],
  range = EVERYTHING,
): Middle | null {
  const lists = new AscendingLists(ascending);
  const looseCount = loose.reduce((sum, { length }) => sum + length, 0);
  const count = lists.size + looseCount;
  if (count === 0) return null;
  const { above, upTo, below } = narrow(lists, loose, count, range);
  const kept = new Float64Array(lists.size + looseCount);
  lists.copyTo(kept);
  let filled = lists.size;
  for (const list of loose) {
    for (let index = 0; index < list.length; index += 1) {
      const value = list[index] ?? 0;
      if (value > above && value <= upTo) kept[filled++] = value;
    }
  }
  return middleOf(kept.subarray(0, filled), count, below);
}

/**
 * Bisects the range around the median until the lists have few numbers in it. Ascending lists are counted by binary search.
 * @returns the range, excluding `above` itself, and the number of values below it
 */
function narrow(lists: AscendingLists, loose: readonly Float64Array[], count: number, range: Range) {
  let above = range.low - Math.max(Number.MIN_VALUE, Math.abs(range.low) * Number.EPSILON);
  let upTo = range.high;
  let dropped = lists.dropUpTo(above);
  lists.dropAbove(upTo);
  while (lists.size > SOME) {
    const { low, high } = lists.range();
    if (low === high) break;
    const half = (low + high) / 2;
    const pivot = half < high ? half : low;
    const reached = dropped + lists.countUpTo(pivot) + countUpTo(loose, pivot);
    if (count >>> 1 < reached) {
      lists.dropAbove(pivot);
      upTo = pivot;
    } else if ((count - 1) >>> 1 >= reached) {
      dropped += lists.dropUpTo(pivot);
      above = pivot;
    } else break;
  }
  return { above, upTo, below: dropped + countUpTo(loose, above) };
}

function countUpTo(loose: readonly Float64Array[], bound: number): number {
  let count = 0;
  for (const list of loose) {
    for (let index = 0; index < list.length; index += 1) if ((list[index] ?? 0) <= bound) count += 1;
  }
  return count;
}

/** @param numbers all, or the part of `count` numbers that contains the median, with `below` numbers below it */
function middleOf(numbers: Float64Array, count = numbers.length, below = 0): Middle {
  const position = (count >>> 1) - below;
  const { before, value: upper } = valuesAt(numbers, position);
  if (count % 2 === 1) return { lower: upper, upper };
  return { lower: before ?? valuesAt(numbers, position - 1).value, upper };
}

/** Returns the number at `position` in sorted order, and the one before it if it is found on the way. */
function valuesAt(numbers: Float64Array, position: number): { before: number | undefined; value: number } {
  const bins = new Uint32Array(BINS);
  let within = numbers;
  let at = position;
  while (within.length > FEW) {
    let low = Infinity;
    let high = -Infinity;
    for (let index = 0; index < within.length; index += 1) {
      const value = within[index] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low === high) return { before: at > 0 ? low : undefined, value: low };
    const scale = (BINS - 1) / (high - low);
    bins.fill(0);
    for (let index = 0; index < within.length; index += 1) {
      const bin = (((within[index] ?? 0) - low) * scale) | 0;
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    let wanted = 0;
    for (; at >= (bins[wanted] ?? 0); wanted += 1) at -= bins[wanted] ?? 0;
    // The lowest and the highest number are in different bins, so each pass has fewer numbers.
    const kept = new Float64Array(bins[wanted] ?? 0);
    let filled = 0;
    for (let index = 0; index < within.length; index += 1) {
      const value = within[index] ?? 0;
      if ((((value - low) * scale) | 0) === wanted) kept[filled++] = value;
    }
    within = kept;
  }
  const sorted = within.slice().sort();
  return { before: sorted[at - 1], value: sorted[at] ?? 0 };
}
