import { queryOptions } from '@tanstack/react-query';
import type { Surface } from '@/api/surface';
import { openDatabase } from '../database';
import { jobOfSourceKey, sourceKeyOfJob } from '../job-record/history-job';

/** A job of another server that ran the same workflow. */
export interface Counterpart {
  surfaceId: string;
  jobId: string;
}

/** Returns the jobs that "Run on …" created from a job, or its source: the newest job of each other server, newest first. */
export function counterpartsQuery(surface: Surface, jobId: string) {
  return queryOptions({
    queryKey: [surface.id, 'device.counterparts', jobId],
    queryFn: () => findCounterparts(surface.id, jobId),
    staleTime: 0,
    retry: false,
  });
}

export async function findCounterparts(surfaceId: string, jobId: string): Promise<readonly Counterpart[]> {
  try {
    const { store } = (await openDatabase()).transaction('history');
    const ownKey = sourceKeyOfJob(surfaceId, jobId);
    const sourceKey = (await store.get([surfaceId, jobId]))?.sourceKey;
    const keys = sourceKey === undefined ? [ownKey] : [ownKey, sourceKey];
    const records = (await Promise.all(keys.map((key) => store.index('bySource').getAll(key)))).flat();
    const newest = records.sort((left, right) => right.createdAt - left.createdAt);
    const source = sourceKey === undefined ? null : jobOfSourceKey(sourceKey);
    const found = new Map<string, Counterpart>();
    for (const record of source ? [...newest, source] : newest) {
      if (record.surfaceId === surfaceId || found.has(record.surfaceId)) continue;
      found.set(record.surfaceId, { surfaceId: record.surfaceId, jobId: record.jobId });
    }
    return [...found.values()];
  } catch {
    // Storage is unavailable.
    return [];
  }
}

/** Returns the key under which runs of a job's workflow on other servers are recorded. */
export async function sourceKeyOf(surfaceId: string, jobId: string): Promise<string> {
  try {
    const record = await (await openDatabase()).get('history', [surfaceId, jobId]);
    if (record?.sourceKey !== undefined) return record.sourceKey;
  } catch {
    // Falls back to the job id.
  }
  return sourceKeyOfJob(surfaceId, jobId);
}
