import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { joinPages, needsActiveList, NO_OLDER_JOBS, olderCursor, strayIds } from '@/api/jobs/job-list';
import { activeJobsQuery, jobQuery, jobsQuery, loadOlderJobs, olderJobsQuery } from '@/api/jobs/job-queries';
import { useLiveStore } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { passesFilter } from './status-filters';

/** Single jobs read at once: the list must not turn into a request per row. */
const MAX_STRAYS = 4;

export type OlderState = 'more' | 'loading' | 'failed' | 'end';

/** Jobs whose end only the stream has told, as one text: the list draws itself when that changes, not at every step. */
function endedIdsOf(surfaceId: string) {
  return ({ overlays }: ReturnType<typeof useLiveStore.getState>) =>
    Object.entries(overlays[surfaceId] ?? {})
      .filter(([, { hasEnded }]) => hasEnded)
      .map(([id]) => id)
      .join(' ');
}

/** The rows of the list with all that keeps them true. */
export function useJobList(surface: Surface, statuses: string) {
  const client = useQueryClient();
  const head = useQuery(jobsQuery(surface, statuses));
  const older = useQuery(olderJobsQuery(surface, statuses)).data ?? NO_OLDER_JOBS;
  const rows = useMemo(() => {
    const all = head.data ? joinPages(head.data, older) : [];
    return all.filter(({ job }) => passesFilter(job.status, statuses));
  }, [head.data, older, statuses]);

  const isUncovered = useMemo(() => head.data !== undefined && needsActiveList(rows, head.data), [rows, head.data]);
  const active = useQuery(activeJobsQuery(surface, isUncovered)).data;
  const endedIds = useLiveStore(endedIdsOf(surface.id));
  const strays = useMemo(() => {
    const ended = new Set(endedIds.split(' '));
    return head.data ? strayIds(rows, head.data, active, (id) => ended.has(id)) : [];
  }, [rows, head.data, active, endedIds]);
  // Each answer goes to its place in the lists, and the next ones take their turn.
  useQueries({ queries: strays.slice(0, MAX_STRAYS).map((id) => jobQuery(surface, id)) });

  const [loading, setLoading] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isLoading = useRef(false);
  const loadOlder = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    setLoading('loading');
    try {
      await loadOlderJobs(client, surface, statuses, new AbortController().signal);
      setLoading('idle');
    } catch {
      setLoading('failed');
    } finally {
      isLoading.current = false;
    }
  }, [client, surface, statuses]);

  const hasMore = head.data !== undefined && olderCursor(head.data, older) !== null;
  const olderState: OlderState = hasMore ? (loading === 'idle' ? 'more' : loading) : 'end';
  const hasActive = useMemo(() => rows.some(({ job }) => isActive(job.status)), [rows]);
  return { head, rows, olderState, loadOlder, hasActive };
}
