import { bound, clampBig } from './number-text';

/** Inputs that the field calls seeds, where no definition says so. */
const SEED_NAMES = new Set(['seed', 'noise_seed', 'rand_seed', 'random_seed']);
const MAX_SEED = 2n ** 64n - 1n;

export interface SeedBounds {
  min?: number | undefined;
  max?: number | undefined;
}

export function isSeedName(name: string): boolean {
  return SEED_NAMES.has(name);
}

/** A new seed within its bounds, as JSON text. */
export function randomSeed(bounds: SeedBounds, random: () => bigint = random64): string {
  const [low, high] = seedRange(bounds);
  return String(clampBig(low + (random() % (high - low + 1n)), bounds.min, bounds.max));
}

export function seedRange({ min, max }: SeedBounds): readonly [low: bigint, high: bigint] {
  const low = min === undefined ? 0n : bound(min);
  const high = max === undefined ? MAX_SEED : bound(max);
  return high >= low ? [low, high] : [low, low];
}

function random64(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}
