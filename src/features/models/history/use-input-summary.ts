import { useQuery } from '@tanstack/react-query';
import type { RunRecord } from '@/api/runs/run-record';
import { readRunBody } from '@/api/runs/runs';
import { inputSummary } from './input-summary';

/** A larger body carries files, and a line of a list is not worth reading them. */
const MAX_BODY_BYTES = 256 * 1024;

/** What was asked for, in its own words; empty where there are none. */
export function useInputSummary(run: RunRecord): string {
  const { data } = useQuery({
    queryKey: [run.surfaceId, 'device.run-summary', run.id],
    queryFn: async () => inputSummary((await readRunBody(run.id)) ?? ''),
    enabled: run.bodyBytes <= MAX_BODY_BYTES,
    staleTime: Infinity,
    retry: false,
  });
  return data ?? '';
}
