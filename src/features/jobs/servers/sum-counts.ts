type Counts = Readonly<Record<string, number>>;

/** Jobs by status of several servers; a minimum if one of them does not count. Undefined if none does. */
export function sumCounts(all: readonly (Counts | null)[]): { counts: Counts | undefined; isMinimum: boolean } {
  const known = all.filter((counts) => counts !== null);
  const sum: Record<string, number> = {};
  for (const counts of known) {
    for (const [status, count] of Object.entries(counts)) sum[status] = (sum[status] ?? 0) + count;
  }
  return { counts: known.length > 0 ? sum : undefined, isMinimum: known.length < all.length };
}
