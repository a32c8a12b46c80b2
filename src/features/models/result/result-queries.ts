import { queryOptions, skipToken } from '@tanstack/react-query';
import type { RunRecord } from '@/api/runs/run-record';
import { readRunResult } from '@/api/runs/runs';
import { readAnswer } from './read-output';

/** Bytes out of storage: quick to have again, and large to hold. */
const KEEP_MS = 30_000;

/** The body of the answer; null where the browser kept none. */
export function runResultQuery(run: RunRecord) {
  return queryOptions({
    queryKey: [run.surfaceId, 'device.run-result', run.id, run.state.name],
    queryFn: () => readRunResult(run.id),
    enabled: run.state.name === 'done',
    staleTime: Infinity,
    gcTime: KEEP_MS,
    retry: false,
  });
}

/** What was found in it. */
export function readResponseQuery(run: RunRecord, file: Blob | null, contentType: string) {
  return queryOptions({
    queryKey: [run.surfaceId, 'device.run-reading', run.id],
    queryFn: file ? () => readAnswer(file, contentType, run.id) : skipToken,
    staleTime: Infinity,
    gcTime: KEEP_MS,
    retry: false,
  });
}
