import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import type { RunChange } from '@/shared/result/run-change';
import { runBodyQuery } from '../result/result-queries';
import { changedFields } from './changed-fields';

/** Larger bodies contain files, which are too expensive to read for a caption. */
const MAX_BODY_BYTES = 256 * 1024;

/** Returns what a run changed since the one before it; `null` until it is known, and if it cannot be. */
export function useRunChanges(
  run: RunRecord,
  earlier: RunRecord | null,
  isWanted: boolean,
): readonly RunChange[] | null {
  const { data: after } = useQuery(bodyQuery(run, isWanted));
  const { data: before } = useQuery(bodyQuery(earlier ?? run, isWanted));
  return useMemo(
    () => (earlier !== null && before && after ? changedFields(before, after) : null),
    [earlier, before, after],
  );
}

function bodyQuery(run: RunRecord, isWanted: boolean) {
  return { ...runBodyQuery(run), enabled: isWanted && run.bodyBytes <= MAX_BODY_BYTES };
}
