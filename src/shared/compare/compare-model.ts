import { t } from '@/lib/i18n/messages';

export const COMPARE_MODES = ['slider', 'side', 'flicker', 'difference'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** Limit: more outputs would be too small to compare. */
export const MAX_COMPARED = 4;

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Returns the letter of what is compared at this position; empty if nothing is. */
export function letterOf(at: number): string {
  return LETTERS[at] ?? '';
}

/** Returns the reason why this many cannot be compared; `null` if they can. */
export function comparisonReason(count: number, noun: 'job' | 'run'): string | null {
  if (count > 1 && count <= MAX_COMPARED) return null;
  return noun === 'job' ? t('Select two to four jobs to compare them.') : t('Select two to four runs to compare them.');
}

/** Returns the reason why a run cannot be compared with the one before it; `null` if it can. @param hadOutput of the one before it */
export function previousReason(hasPrevious: boolean, hasOutput: boolean, hadOutput: boolean): string | null {
  if (!hasPrevious) return t('This is the first run.');
  if (!hasOutput) return t('This run has no output.');
  return hadOutput ? null : t('The previous run has no output.');
}
