export const COMPARE_MODES = ['slider', 'side', 'flicker', 'difference'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** Limit: more outputs would be too small to compare. */
export const MAX_COMPARED = 4;

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Returns the letter of what is compared at this position; empty if nothing is. */
export function letterOf(at: number): string {
  return LETTERS[at] ?? '';
}

/** Returns the reason why this many cannot be compared; `null` if they can. @param noun what they are, such as `run` */
export function comparisonReason(count: number, noun: string): string | null {
  return count > 1 && count <= MAX_COMPARED ? null : `Select two to four ${noun}s to compare them.`;
}
