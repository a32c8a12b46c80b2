/** Limit of compared runs: with more, the columns are too narrow to read. */
export const MAX_COMPARED = 4;

/** Returns the reason why this many cannot be compared; `null` if they can. @param noun what they are, such as `run` */
export function comparisonReason(count: number, noun: string): string | null {
  return count > 1 && count <= MAX_COMPARED ? null : `Select two to four ${noun}s to compare them.`;
}

/** Grid classes by number of runs: one column per run on wide screens. */
export const COMPARE_COLUMNS = ['', 'sm:grid-cols-1', 'sm:grid-cols-2', 'sm:grid-cols-3', 'sm:grid-cols-4'];
