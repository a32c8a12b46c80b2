import { cellPosition, type BatchPlan } from '@/domains/batches/batch-plan';

/** Values of one axis among the favorite cells. */
export interface AxisFavorites {
  label: string;
  /** Most frequent first; values without a favorite are omitted. */
  values: readonly { label: string; count: number }[];
}

/** Counts which values the favorite cells have, for each axis with more than one. Pure. */
export function favoriteValues(plan: BatchPlan, favorites: readonly number[]): AxisFavorites[] {
  const positions = favorites.map((cell) => cellPosition(plan, cell));
  return plan.axes.flatMap(({ label, rows }, axis) => {
    if (rows.length < 2) return [];
    const counts = new Map<number, number>();
    for (const position of positions) {
      const row = position[axis] ?? 0;
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    const values = [...counts]
      .toSorted(([leftRow, left], [rightRow, right]) => right - left || leftRow - rightRow)
      .map(([row, count]) => ({ label: rows[row]?.label ?? '', count }));
    return [{ label, values }];
  });
}
