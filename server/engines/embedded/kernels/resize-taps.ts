export type ResizeMethod = 'nearest-exact' | 'bilinear' | 'area' | 'bicubic' | 'lanczos';

/** For each position of the result: `count` source positions starting at `first`, and their weights. */
export interface Taps {
  count: number;
  first: Int32Array;
  weights: Float32Array;
}

/** torch's constant for bicubic. */
const CUBIC_A = -0.75;
const LANCZOS_LOBES = 3;

/**
 * Computes one axis of a resize like ComfyUI. All methods but lanczos are torch's `interpolate` without aligned corners and
 * without antialiasing (bilinear and bicubic skip pixels when shrinking). Lanczos is Pillow's, with antialiasing.
 */
export function resizeTaps(method: ResizeMethod, from: number, to: number): Taps {
  switch (method) {
    case 'nearest-exact':
      return gather(from, to, (position) => [[Math.floor((position + 0.5) * (from / to)), 1]]);
    case 'bilinear':
      return gather(from, to, (position) => {
        const source = Math.max(0, (position + 0.5) * (from / to) - 0.5);
        const floor = Math.floor(source);
        const share = source - floor;
        return [
          [floor, 1 - share],
          [floor + 1, share],
        ];
      });
    case 'bicubic':
      return gather(from, to, (position) => {
        const source = (position + 0.5) * (from / to) - 0.5;
        const floor = Math.floor(source);
        return [-1, 0, 1, 2].map((step): [number, number] => [floor + step, cubic(source - floor - step)]);
      });
    case 'area':
      return gather(from, to, (position) => {
        const start = Math.floor((position * from) / to);
        const end = Math.ceil(((position + 1) * from) / to);
        return Array.from({ length: end - start }, (_, step): [number, number] => [start + step, 1 / (end - start)]);
      });
    case 'lanczos':
      return gather(from, to, (position) => lanczosPairs(position, from, to));
  }
}

function cubic(distance: number): number {
  const x = Math.abs(distance);
  if (x <= 1) return (CUBIC_A + 2) * x ** 3 - (CUBIC_A + 3) * x ** 2 + 1;
  if (x < 2) return CUBIC_A * x ** 3 - 5 * CUBIC_A * x ** 2 + 8 * CUBIC_A * x - 4 * CUBIC_A;
  return 0;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function lanczosPairs(position: number, from: number, to: number): [number, number][] {
  const stretch = Math.max(1, from / to);
  const support = LANCZOS_LOBES * stretch;
  const centre = (position + 0.5) * (from / to);
  const start = Math.max(0, Math.trunc(centre - support + 0.5));
  const end = Math.min(from, Math.trunc(centre + support + 0.5));
  const weights = Array.from({ length: end - start }, (_, step) => {
    const x = (start + step - centre + 0.5) / stretch;
    return x > -LANCZOS_LOBES && x < LANCZOS_LOBES ? sinc(x) * sinc(x / LANCZOS_LOBES) : 0;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, step) => [start + step, weight / sum]);
}

/** Collects the weights; those of positions outside the image are added to the border pixel. */
function gather(from: number, to: number, pairsAt: (position: number) => [number, number][]): Taps {
  const first = new Int32Array(to);
  const rows: number[][] = [];
  let count = 1;
  for (let position = 0; position < to; position += 1) {
    const pairs = pairsAt(position).map(([at, weight]): [number, number] => [
      Math.min(from - 1, Math.max(0, at)),
      weight,
    ]);
    const start = pairs[0]?.[0] ?? 0;
    const row: number[] = [];
    for (const [at, weight] of pairs) row[at - start] = (row[at - start] ?? 0) + weight;
    first[position] = start;
    rows.push(row);
    count = Math.max(count, row.length);
  }
  const weights = new Float32Array(to * count);
  for (const [position, row] of rows.entries()) {
    // Near the far border the window is moved inwards, so that it does not read beyond the border.
    const start = Math.min(first[position], from - count);
    for (const [step, weight] of row.entries()) {
      weights[position * count + step + (first[position] - start)] = weight;
    }
    first[position] = start;
  }
  return { count, first, weights };
}
