import type { SeedMode } from '@/api/storage/draft';
import { randomSeed, seedRange, type SeedBounds } from '@/lib/seed';

/** In the words of the field: "control after generate". */
export const SEED_MODES: readonly { value: SeedMode; label: string }[] = [
  { value: 'keep', label: 'Keep' },
  { value: 'randomize', label: 'Randomize' },
  { value: 'increment', label: 'Increment' },
  { value: 'decrement', label: 'Decrement' },
];

/** The seed after a run, as JSON text. Beyond a bound it goes on from the other one. */
export function nextSeed(text: string, mode: SeedMode, bounds: SeedBounds, random?: () => bigint): string {
  if (mode === 'keep') return text;
  if (mode === 'randomize') return randomSeed(bounds, random);
  const [low, high] = seedRange(bounds);
  const current = /^-?\d+$/.test(text) ? BigInt(text) : low;
  const moved = mode === 'increment' ? current + 1n : current - 1n;
  if (moved > high) return String(low);
  return String(moved < low ? high : moved);
}
