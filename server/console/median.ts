/** Numbers that are sorted rather than counted. */
const FEW = 64;
const BINS = 1024;

interface Medians {
  /** `null` of no numbers, here and below. */
  ofAll: number | null;
  /** In the order of the lists. */
  ofEach: (number | null)[];
}

/** Of several lists: by counting how many numbers lie where, since to sort 100,000 of them takes ten times as long. */
export function medians(lists: readonly Float64Array[]): Medians {
  const middles = lists.map((list) => (list.length === 0 ? null : middleOf(list)));
  return { ofAll: medianOfAll(lists, middles), ofEach: middles.map((middle) => middle && mean(middle)) };
}

/** The number in the middle twice, or the two numbers around it. */
interface Middle {
  lower: number;
  upper: number;
}

const mean = ({ lower, upper }: Middle) => (lower + upper) / 2;

function medianOfAll(lists: readonly Float64Array[], middles: readonly (Middle | null)[]): number | null {
  const known = middles.filter((middle) => middle !== null);
  if (known.length === 0) return null;
  // The middle of all lies between the lowest and the highest middle of a part, as few other numbers do.
  const low = Math.min(...known.map(({ lower }) => lower));
  const high = Math.max(...known.map(({ upper }) => upper));
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const kept = new Float64Array(count);
  let filled = 0;
  let below = 0;
  for (const list of lists) {
    for (let index = 0; index < list.length; index += 1) {
      const value = list[index] ?? 0;
      if (value < low) below += 1;
      else if (value <= high) kept[filled++] = value;
    }
  }
  return mean(middleOf(kept.subarray(0, filled), count, below));
}

/** @param numbers all, or a part of `count` that holds the middle, with `below` of them below it */
function middleOf(numbers: Float64Array, count = numbers.length, below = 0): Middle {
  const place = (count >>> 1) - below;
  const { before, value: upper } = valuesAt(numbers, place);
  if (count % 2 === 1) return { lower: upper, upper };
  return { lower: before ?? valuesAt(numbers, place - 1).value, upper };
}

/** What sorting would put at `place`, and right before it where that comes up on the way. */
function valuesAt(numbers: Float64Array, place: number): { before: number | undefined; value: number } {
  const bins = new Uint32Array(BINS);
  let within = numbers;
  let at = place;
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
    // The lowest and the highest number lie in different bins, so there are fewer each time.
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
