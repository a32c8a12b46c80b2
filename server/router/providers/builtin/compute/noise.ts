import type { Random } from '../../../../engines/embedded/kernels/random';

const CELLS = 256;
const MASK = CELLS - 1;

/** Smooth 2D noise from -1 to 1. */
export type Noise = (x: number, y: number) => number;

/** Creates Perlin gradient noise on a lattice of random directions with a period of 256 cells. */
export function gradientNoise(random: Random): Noise {
  const order = Uint8Array.from({ length: CELLS }, (_, index) => index);
  for (let index = MASK; index > 0; index -= 1) {
    const other = random.integer(index + 1);
    [order[index], order[other]] = [order[other], order[index]];
  }
  const directions = new Float64Array(CELLS * 2);
  for (let index = 0; index < CELLS; index += 1) {
    const angle = random.next() * 2 * Math.PI;
    directions[index * 2] = Math.cos(angle);
    directions[index * 2 + 1] = Math.sin(angle);
  }
  const slope = (cellX: number, cellY: number, x: number, y: number) => {
    const at = order[(order[cellX & MASK] + cellY) & MASK] * 2;
    return directions[at] * x + directions[at + 1] * y;
  };
  return (x, y) => {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const dx = x - cellX;
    const dy = y - cellY;
    const u = fade(dx);
    const v = fade(dy);
    const top = mix(slope(cellX, cellY, dx, dy), slope(cellX + 1, cellY, dx - 1, dy), u);
    const bottom = mix(slope(cellX, cellY + 1, dx, dy - 1), slope(cellX + 1, cellY + 1, dx - 1, dy - 1), u);
    return mix(top, bottom, v) * Math.SQRT2;
  };
}

/** Sums octaves of the noise, each with twice the frequency and `gain` times the amplitude. */
export function fractal(noise: Noise, x: number, y: number, octaves: number, gain: number): number {
  let sum = 0;
  let strength = 1;
  let scale = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += strength * noise(x * scale + octave * 17.3, y * scale - octave * 9.1);
    strength *= gain;
    scale *= 2;
  }
  return sum;
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
