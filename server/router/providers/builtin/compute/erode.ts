import type { Random } from '../../../../engines/embedded/kernels/random';

export interface Climate {
  /** Drops per cell. */
  rain: number;
  capacity: number;
  evaporation: number;
  hardness: number;
}

const MAX_STEPS = 64;
/** Weight of the previous direction of a drop. */
const INERTIA = 0.06;
const SETTLING = 0.3;
const GRAVITY = 4;
/** Minimum slope for transport, so that water moves some soil even on flat ground. */
const MIN_SLOPE = 0.01;
/** Radius in cells of the eroded area; eroding single cells would leave spikes. */
const BRUSH_RADIUS = 3;

/**
 * Droplet-based hydraulic erosion. Each drop starts at a random point and flows downhill; it takes up soil when fast and
 * deposits it when slow, until it evaporates or leaves the map. Changes `heights` (0 to 1, `size` × `size`) in place.
 */
export function erode(heights: Float32Array, size: number, climate: Climate, random: Random): void {
  const brush = brushOf(size);
  // In a larger image the same mountain covers more cells, so the height difference per cell is smaller.
  const relief = size / 256;
  const drops = Math.round(climate.rain * size * size);
  const digging = 0.5 * (1 - 0.85 * climate.hardness);
  for (let drop = 0; drop < drops; drop += 1) {
    let x = 1 + random.next() * (size - 3);
    let y = 1 + random.next() * (size - 3);
    let dirX = 0;
    let dirY = 0;
    let speed = 1;
    let water = 1;
    let soil = 0;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const cellX = x | 0;
      const cellY = y | 0;
      const cell = cellY * size + cellX;
      const u = x - cellX;
      const v = y - cellY;
      const nw = heights[cell];
      const ne = heights[cell + 1];
      const sw = heights[cell + size];
      const se = heights[cell + size + 1];
      const slopeX = (ne - nw) * (1 - v) + (se - sw) * v;
      const slopeY = (sw - nw) * (1 - u) + (se - ne) * u;
      const height = (nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v;
      dirX = dirX * INERTIA - slopeX * (1 - INERTIA);
      dirY = dirY * INERTIA - slopeY * (1 - INERTIA);
      const length = Math.sqrt(dirX * dirX + dirY * dirY);
      if (length === 0) break;
      dirX /= length;
      dirY /= length;
      x += dirX;
      y += dirY;
      if (x < 1 || y < 1 || x >= size - 2 || y >= size - 2) break;
      const fall = (heightAt(heights, size, x, y) - height) * relief;
      const carried = Math.max(-fall, MIN_SLOPE) * speed * water * climate.capacity;
      if (soil > carried || fall > 0) {
        // When moving uphill, the drop fills the pit behind it, at most to the rim.
        const settled = fall > 0 ? Math.min(fall, soil) : (soil - carried) * SETTLING;
        soil -= settled;
        settle(heights, size, cell, u, v, settled / relief);
      } else {
        const dug = Math.min((carried - soil) * digging, -fall);
        soil += dig(heights, brush, cell, dug / relief, heights.length) * relief;
      }
      speed = Math.sqrt(Math.max(0, speed * speed - fall * GRAVITY));
      water *= 1 - climate.evaporation;
    }
  }
}

function heightAt(heights: Float32Array, size: number, x: number, y: number): number {
  const cellX = x | 0;
  const cellY = y | 0;
  const cell = cellY * size + cellX;
  const u = x - cellX;
  const v = y - cellY;
  return (
    (heights[cell] * (1 - u) + heights[cell + 1] * u) * (1 - v) +
    (heights[cell + size] * (1 - u) + heights[cell + size + 1] * u) * v
  );
}

function settle(heights: Float32Array, size: number, cell: number, u: number, v: number, soil: number): void {
  heights[cell] = heights[cell] + soil * (1 - u) * (1 - v);
  heights[cell + 1] = heights[cell + 1] + soil * u * (1 - v);
  heights[cell + size] = heights[cell + size] + soil * (1 - u) * v;
  heights[cell + size + 1] = heights[cell + size + 1] + soil * u * v;
}

interface Brush {
  offsets: Int32Array;
  weights: Float32Array;
}

/** Returns a disc with the largest weight at the center; the weights sum to 1. */
function brushOf(size: number): Brush {
  const offsets: number[] = [];
  const weights: number[] = [];
  for (let dy = -BRUSH_RADIUS; dy <= BRUSH_RADIUS; dy += 1) {
    for (let dx = -BRUSH_RADIUS; dx <= BRUSH_RADIUS; dx += 1) {
      const weight = BRUSH_RADIUS - Math.hypot(dx, dy);
      if (weight <= 0) continue;
      offsets.push(dy * size + dx);
      weights.push(weight);
    }
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { offsets: Int32Array.from(offsets), weights: Float32Array.from(weights, (weight) => weight / sum) };
}

/** @returns the removed soil; no cell falls below 0. */
function dig(heights: Float32Array, { offsets, weights }: Brush, cell: number, soil: number, cells: number): number {
  let taken = 0;
  for (let index = 0; index < offsets.length; index += 1) {
    const at = cell + offsets[index];
    if (at < 0 || at >= cells) continue;
    const part = Math.min(heights[at], soil * weights[index]);
    heights[at] = heights[at] - part;
    taken += part;
  }
  return taken;
}
