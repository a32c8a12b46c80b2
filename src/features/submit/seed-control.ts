import type { SeedMode } from '@/api/storage/draft';
import { bound, clampBig } from './number-text';

/** Inputs that the field calls seeds, where no definition says so. */
const SEED_NAMES = new Set(['seed', 'noise_seed', 'rand_seed', 'random_seed']);
const MAX_SEED = 2n ** 64n - 1n;

export function isSeedName(name: string): boolean {
  return SEED_NAMES.has(name);
}

/** In the words of the field: "control after generate". */
export const SEED_MODES: readonly { value: SeedMode; label: string }[] = [
  { value: 'keep', label: 'Keep' },
  { value: 'randomize', label: 'Randomize' },
  { value: 'increment', label: 'Increment' },
  { value: 'decrement', label: 'Decrement' },
];

interface Bounds {
  min?: number | undefined;
  max?: number | undefined;
}

/** The seed after a run, as JSON text. Beyond a bound it goes on from the other one. */
export function nextSeed(text: string, mode: SeedMode, bounds: Bounds, random: () => bigint = random64): string {
  if (mode === 'keep') return text;
  if (mode === 'randomize') return randomSeed(bounds, random);
  const [low, high] = range(bounds);
  const current = /^-?\d+$/.test(text) ? BigInt(text) : low;
  const moved = mode === 'increment' ? current + 1n : current - 1n;
  if (moved > high) return String(low);
  return String(moved < low ? high : moved);
}

export function randomSeed(bounds: Bounds, random: () => bigint = random64): string {
  const [low, high] = range(bounds);
  return String(clampBig(low + (random() % (high - low + 1n)), bounds.min, bounds.max));
}

function range({ min, max }: Bounds): readonly [low: bigint, high: bigint] {
  const low = min === undefined ? 0n : bound(min);
  const high = max === undefined ? MAX_SEED : bound(max);
  return high >= low ? [low, high] : [low, low];
}

function random64(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}
