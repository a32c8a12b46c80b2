import { bound, clampBig, type NumberLimits } from './number-text';

/** Such as `noise_seed`: inputs that are called seeds, if no definition says so. */
const SEED_NAME = /(?:^|_)seed$/i;
const MAX_SEED = 2n ** 64n - 1n;

export function isSeedName(name: string): boolean {
  return SEED_NAME.test(name);
}

/** A new seed within its limits, as JSON text. */
export function randomSeed(limits: NumberLimits, random: () => bigint = random64): string {
  const [low, high] = seedRange(limits);
  return String(clampBig(low + (random() % (high - low + 1n)), limits));
}

export function seedRange({ min, max }: NumberLimits): readonly [low: bigint, high: bigint] {
  const low = min === undefined ? 0n : bound(min);
  const high = max === undefined ? MAX_SEED : bound(max);
  return high >= low ? [low, high] : [low, low];
}

export function random64(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}
