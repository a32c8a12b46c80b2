import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { JobFilter } from '@/api/jobs/job-filter';
import { joinPages, needsActiveList, NO_OLDER_JOBS, olderCursor, strayIds } from '@/api/jobs/job-list';
import { activeJobsQuery, jobsQuery, olderJobsQuery } from '@/api/jobs/job-queries';
import type { ListPage } from '@/api/jobs/list-page';
import { useLiveStore } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import { pinRunning, RUNNING } from './pin-running';
import { passesFilter } from './status-filters';

export type OlderState = 'more' | 'loading' | 'failed' | 'end';

/** Jobs whose end only the stream has told, as one text: the list draws itself when that changes, not at every step. */
function endedIdsOf(surfaceId: string) {
  return ({ overlays }: ReturnType<typeof useLiveStore.getState>) =>
    Object.entries(overlays[surfaceId] ?? {})
      .filter(([, { hasEnded }]) => hasEnded)
      .map(([id]) => id)
      .join(' ');
}

/** The rows of the list with all that keeps them true. @param read of a list beside those of other servers */
export function useJobList(surface: Surface, filter: JobFilter, read?: ListPage) {
  const client = useQueryClient();
  const head = useQuery({
    ...jobsQuery(surface, filter, read),
    // While another filter is answered the rows of the one before stay, as far as they pass its statuses.
    placeholderData: (before, query) => (query?.queryKey[0] === surface.id ? before : undefined),
  });
  const older = useQuery(olderJobsQuery(surface, filter)).data ?? NO_OLDER_JOBS;
  const pages = useMemo(() => (head.data ? joinPages(head.data, older) : []), [head.data, older]);
  const loaded = useMemo(
    () => pages.filter(({ job }) => passesFilter(job.status, filter.statuses)),
    [pages, filter.statuses],
  );

  const pins = filter.sort === 'newest' && filter.statuses === '';
  const hasDeep = pins && !head.isPlaceholderData && (head.data?.nextCursor ?? null) !== null;
  const running = useQuery({ ...jobsQuery(surface, { ...filter, statuses: RUNNING }, read), enabled: hasDeep }).data;
  const lookThrough = head.data?.lookThrough ?? null;
  const arrange = head.data?.arrange ?? null;
  const rows = useMemo(() => {
    const all = pins ? pinRunning(loaded, hasDeep ? running?.readings : undefined) : loaded;
    if (lookThrough) return lookThrough(all, filter);
    return arrange ? arrange(all) : all;
  }, [loaded, pins, hasDeep, running, lookThrough, arrange, filter]);

  const isUncovered = useMemo(() => head.data !== undefined && needsActiveList(loaded, head.data), [loaded, head.data]);
  const active = useQuery(activeJobsQuery(surface, isUncovered, read)).data;
  const endedIds = useLiveStore(endedIdsOf(surface.id));
  const strays = useMemo(() => {
    const ended = new Set(endedIds.split(' '));
    return head.data ? strayIds(loaded, head.data, active, (id) => ended.has(id)) : [];
  }, [loaded, head.data, active, endedIds]);
  const [loading, setLoading] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isLoading = useRef(false);
  const loadOlder = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    setLoading('loading');
    try {
      const { loadOlderJobs } = await import('@/api/jobs/older-jobs');
      await loadOlderJobs(client, surface, filter, new AbortController().signal, read);
      setLoading('idle');
    } catch {
      setLoading('failed');
    } finally {
      isLoading.current = false;
    }
  }, [client, surface, filter, read]);

  const cursor = head.data ? olderCursor(head.data, older) : null;
  const olderState: OlderState = cursor !== null ? (loading === 'idle' ? 'more' : loading) : 'end';
  const hasActive = useMemo(() => rows.some(({ job }) => isActive(job.status)), [rows]);
  return {
    head,
    rows,
    /** Jobs that no list covers any more: each is read by itself. */
    strays,
    olderState,
    /** Where the list goes on behind the rows. */
    rest: cursor === null || head.isPlaceholderData ? null : { surfaceId: surface.id, filter, cursor },
    loadOlder,
    /** Last job of the pages that were loaded, shown or not. */
    last: pages.at(-1) ?? null,
    hasActive,
    /** How many jobs were looked through here, where the surface cannot search; else null. */
    searchedCount: lookThrough ? loaded.length : null,
  };
}
