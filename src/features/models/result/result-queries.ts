import { queryOptions, skipToken } from '@tanstack/react-query';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody, readRunResult } from '@/domains/model-calls/runs';
import { readResponse } from './parse/read-output';

/** The bytes come from storage: fast to reload, and large to keep in memory. */
const KEEP_MS = 30_000;

/** The response body; `null` if the browser stored none. */
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

/** The body as sent; `null` if the browser stored none. */
export function runBodyQuery(run: RunRecord) {
  return queryOptions({
    queryKey: [run.surfaceId, 'device.run-input', run.id],
    queryFn: () => readRunBody(run.id),
    staleTime: Infinity,
    gcTime: KEEP_MS,
    retry: false,
  });
}

/** The media and texts found in a response body. */
export function readResponseQuery(run: RunRecord, file: Blob | null, contentType: string) {
  return queryOptions({
    queryKey: [run.surfaceId, 'device.run-reading', run.id],
    queryFn: file ? () => readResponse(file, contentType, run.id) : skipToken,
    staleTime: Infinity,
    gcTime: KEEP_MS,
    retry: false,
  });
}
