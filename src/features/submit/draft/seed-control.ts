import type { SeedMode } from '@/domains/drafts/draft';
import { msg, type Message } from '@/lib/i18n/messages';
import type { NumberLimits } from '@/lib/number-text';
import { randomSeed, seedRange } from '@/lib/seed';
import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { EditorState } from './editor-state';

/** Labels with ComfyUI's term: "control after generate". */
export const SEED_MODES: readonly { value: SeedMode; label: Message }[] = [
  { value: 'keep', label: msg('Keep') },
  { value: 'randomize', label: msg('Randomize') },
  { value: 'increment', label: msg('Increment') },
  { value: 'decrement', label: msg('Decrement') },
];

export type SeedTiming = 'after' | 'before';

/** ComfyUI's "widget control mode". */
export const seedTimingSetting = defineSetting<SeedTiming>('seed-timing', {
  schema: oneOf('after', 'before'),
  default: 'after',
});

export const SEED_TIMINGS: readonly { value: SeedTiming; label: Message }[] = [
  { value: 'after', label: msg('After each run') },
  { value: 'before', label: msg('Before each run') },
];

/** Sets how a seed changes with each run. */
export function withSeedMode(state: EditorState, key: string, mode: SeedMode): EditorState {
  return { ...state, seedModes: { ...state.seedModes, [key]: mode } };
}

/** Returns the seed of the next run as JSON text. Past one limit, it continues from the other. */
export function nextSeed(text: string, mode: SeedMode, limits: NumberLimits, random?: () => bigint): string {
  if (mode === 'keep') return text;
  if (mode === 'randomize') return randomSeed(limits, random);
  const [low, high] = seedRange(limits);
  const current = wholeNumber(text) ?? low;
  if (mode === 'increment') return String(current >= high || current < low ? low : current + 1n);
  return String(current <= low || current > high ? high : current - 1n);
}

/** Returns the limit from which the seed continues after the next run; `null` if the run does not pass the other limit. */
export function seedAfterLimit(text: string, mode: SeedMode, limits: NumberLimits): string | null {
  const [low, high] = seedRange(limits);
  const current = wholeNumber(text);
  if (mode === 'increment') return current === high ? String(low) : null;
  return mode === 'decrement' && current === low ? String(high) : null;
}

function wholeNumber(text: string): bigint | null {
  return /^-?\d+$/.test(text) ? BigInt(text) : null;
}
