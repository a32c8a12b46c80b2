import type { BatchEntry } from '@/domains/batches/batch-entry';

export interface BatchFilter {
  /** Words that must all be in the title or the names of the axes. */
  text: string;
  /** Times between which a batch was started; `null` without a bound. */
  from: number | null;
  before: number | null;
  /** Ids of the servers, one of which runs cells; `null` for any, also removed ones. */
  serverIds: readonly string[] | null;
}

export function filterBatches(batches: readonly BatchEntry[], filter: BatchFilter): readonly BatchEntry[] {
  const words = filter.text.toLowerCase().split(' ').filter(Boolean);
  return batches.filter((batch) => {
    const { createdAt, surfaceIds, title, axes } = batch;
    if (filter.from !== null && createdAt < filter.from) return false;
    if (filter.before !== null && createdAt >= filter.before) return false;
    if (filter.serverIds && !surfaceIds.some((id) => filter.serverIds?.includes(id))) return false;
    const searched = [title, ...axes.map(({ label }) => label)].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
