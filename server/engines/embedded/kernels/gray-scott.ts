import type { Random } from './random';

/**
 * Gray-Scott model: `u` is fed everywhere, `v` consumes it and decays. Diffusion rates are 1 and 0.5, with one unit of time
 * per iteration and an isotropic nine-point Laplacian. The grid wraps around at its borders.
 *
 * Each field has a ring of ghost cells that mirrors the opposite border, so that the inner loop needs no bounds checks. It uses
 * only additions and multiplications of doubles, stored as Float32, so results are equal on all machines.
 */
export interface Grid {
  width: number;
  height: number;
  /** Cells per row, ghost cells included. */
  stride: number;
  u: Float32Array;
  v: Float32Array;
  nextU: Float32Array;
  nextV: Float32Array;
}

const SIDE_WEIGHT = 0.2;
const CORNER_WEIGHT = 0.05;
const SPREAD_U = 1;
const SPREAD_V = 0.5;

export function newGrid(width: number, height: number): Grid {
  const stride = width + 2;
  const cells = stride * (height + 2);
  return {
    width,
    height,
    stride,
    u: new Float32Array(cells).fill(1),
    v: new Float32Array(cells),
    nextU: new Float32Array(cells),
    nextV: new Float32Array(cells),
  };
}

/** Adds drops of `v`, about one per 48 × 48 cells. Drops at the borders wrap around. */
export function plant(grid: Grid, random: Random): void {
  const { width, height, stride, u, v } = grid;
  const drops = Math.max(3, Math.round((width * height) / (48 * 48)));
  for (let drop = 0; drop < drops; drop += 1) {
    const centreX = random.integer(width);
    const centreY = random.integer(height);
    const radius = 2 + random.integer(4);
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        if (dx * dx + dy * dy > radius * radius) continue;
        const x = (centreX + dx + width * 8) % width;
        const y = (centreY + dy + height * 8) % height;
        const cell = (y + 1) * stride + x + 1;
        u[cell] = 0.5;
        v[cell] = 0.25 + 0.05 * random.next();
      }
    }
  }
}

/** Runs one iteration. */
export function react(grid: Grid, feed: number, kill: number): void {
  wrap(grid, grid.u);
  wrap(grid, grid.v);
  const { width, height, stride, u, v, nextU, nextV } = grid;
  const decay = feed + kill;
  for (let y = 1; y <= height; y += 1) {
    const row = y * stride;
    // Sliding sums of three columns: each cell is read once, not nine times.
    let at = row;
    let pairU = u[at - stride] + u[at + stride];
    let pairV = v[at - stride] + v[at + stride];
    let midU = u[at];
    let midV = v[at];
    let leftU = CORNER_WEIGHT * pairU + SIDE_WEIGHT * midU;
    let leftV = CORNER_WEIGHT * pairV + SIDE_WEIGHT * midV;
    at += 1;
    pairU = u[at - stride] + u[at + stride];
    pairV = v[at - stride] + v[at + stride];
    midU = u[at];
    midV = v[at];
    const end = row + width;
    for (; at <= end; at += 1) {
      const right = at + 1;
      const rightPairU = u[right - stride] + u[right + stride];
      const rightPairV = v[right - stride] + v[right + stride];
      const rightMidU = u[right];
      const rightMidV = v[right];
      const spreadU = leftU + SIDE_WEIGHT * pairU - midU + CORNER_WEIGHT * rightPairU + SIDE_WEIGHT * rightMidU;
      const spreadV = leftV + SIDE_WEIGHT * pairV - midV + CORNER_WEIGHT * rightPairV + SIDE_WEIGHT * rightMidV;
      const eaten = midU * midV * midV;
      nextU[at] = midU + SPREAD_U * spreadU - eaten + feed * (1 - midU);
      nextV[at] = midV + SPREAD_V * spreadV + eaten - decay * midV;
      leftU = CORNER_WEIGHT * pairU + SIDE_WEIGHT * midU;
      leftV = CORNER_WEIGHT * pairV + SIDE_WEIGHT * midV;
      pairU = rightPairU;
      pairV = rightPairV;
      midU = rightMidU;
      midV = rightMidV;
    }
  }
  grid.u = nextU;
  grid.v = nextV;
  grid.nextU = u;
  grid.nextV = v;
}

function wrap(grid: Grid, field: Float32Array): void {
  const { width, height, stride } = grid;
  for (let y = 1; y <= height; y += 1) {
    const row = y * stride;
    field[row] = field[row + width];
    field[row + width + 1] = field[row + 1];
  }
  field.copyWithin(0, height * stride, (height + 1) * stride);
  field.copyWithin((height + 1) * stride, stride, 2 * stride);
}
