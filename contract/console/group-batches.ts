export interface BatchRows<Row> {
  batchId: string | null;
  /** In list order; a single one if it belongs to no batch. */
  rows: readonly Row[];
}

/** Puts the rows of each batch in the place of the first of them. */
export function groupBatches<Row>(
  rows: readonly Row[],
  batchIdOf: (row: Row) => string | null,
): readonly BatchRows<Row>[] {
  const groups: BatchRows<Row>[] = [];
  const batches = new Map<string, Row[]>();
  for (const row of rows) {
    const batchId = batchIdOf(row);
    const known = batchId === null ? undefined : batches.get(batchId);
    if (known) {
      known.push(row);
      continue;
    }
    const own = [row];
    if (batchId !== null) batches.set(batchId, own);
    groups.push({ batchId, rows: own });
  }
  return groups;
}
