import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { joinPages, needsActiveList, NO_OLDER_JOBS, olderCursor, unlistedIds } from '@/domains/jobs/job-list';
import { activeJobsQuery, jobsQuery, olderJobsQuery } from '@/domains/jobs/job-queries';
import { useLiveStore } from '@/api/live/live-store';
import type { Surface } from '@/api/surface';
import type { OlderState } from './server-list';
import { pinRunning, RUNNING } from './pin-running';
import { matchesFilter } from '../filters/status-filters';
import { loadOlderJobs } from '@/domains/jobs/older-jobs';

/**
 * Ids of jobs that only the stream has reported as finished, as one text: the list re-renders when it changes, not on
 * every step.
 */
function finishedIdsOf(surfaceId: string) {
  return ({ overlays }: ReturnType<typeof useLiveStore.getState>) =>
    Object.entries(overlays[surfaceId] ?? {})
      .filter(([, { isFinished }]) => isFinished)
      .map(([id]) => id)
      .join(' ');
}

/** Returns the rows of the list and keeps them up to date. */
export function useJobList(surface: Surface, filter: JobFilter) {
  const client = useQueryClient();
  const head = useQuery({
    ...jobsQuery(surface, filter),
    // While another filter loads, the previous rows stay, if their status matches.
    placeholderData: (before, query) => (query?.queryKey[0] === surface.id ? before : undefined),
  });
  const older = useQuery(olderJobsQuery(surface, filter)).data ?? NO_OLDER_JOBS;
  const pages = useMemo(() => (head.data ? joinPages(head.data, older) : []), [head.data, older]);
  const loaded = useMemo(
    () => pages.filter(({ job }) => matchesFilter(job.status, filter.statuses)),
    [pages, filter.statuses],
  );

  const pins = filter.sort === 'newest' && filter.statuses === '';
  const hasDeep = pins && !head.isPlaceholderData && (head.data?.nextCursor ?? null) !== null;
  const running = useQuery({ ...jobsQuery(surface, { ...filter, statuses: RUNNING }), enabled: hasDeep }).data;
  const filterLoaded = head.data?.filterLoaded ?? null;
  const arrange = head.data?.arrange ?? null;
  const rows = useMemo(() => {
    const all = pins ? pinRunning(loaded, hasDeep ? running?.fetchedJobs : undefined) : loaded;
    if (filterLoaded) return filterLoaded(all, filter);
    return arrange ? arrange(all) : all;
  }, [loaded, pins, hasDeep, running, filterLoaded, arrange, filter]);

  const isUncovered = useMemo(() => head.data !== undefined && needsActiveList(loaded, head.data), [loaded, head.data]);
  const active = useQuery(activeJobsQuery(surface, isUncovered)).data;
  const finishedIds = useLiveStore(finishedIdsOf(surface.id));
  const strays = useMemo(() => {
    const finished = new Set(finishedIds.split(' '));
    return head.data ? unlistedIds(loaded, head.data, active, (id) => finished.has(id)) : [];
  }, [loaded, head.data, active, finishedIds]);
  const [loading, setLoading] = useState<'idle' | 'loading' | 'failed'>('idle');
  const isLoading = useRef(false);
  const loadOlder = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    setLoading('loading');
    try {
      await loadOlderJobs(client, surface, filter, new AbortController().signal);
      setLoading('idle');
    } catch {
      setLoading('failed');
    } finally {
      isLoading.current = false;
    }
  }, [client, surface, filter]);

  const cursor = head.data ? olderCursor(head.data, older) : null;
  const olderState: OlderState = cursor !== null ? (loading === 'idle' ? 'more' : loading) : 'end';
  const hasActive = useMemo(() => rows.some(({ job }) => isActive(job.status)), [rows]);
  return {
    head,
    rows,
    /** Jobs that are no longer in any list page; each is fetched individually. */
    strays,
    olderState,
    /** Continuation of the list after its rows. */
    rest: cursor === null || head.isPlaceholderData ? null : { surfaceId: surface.id, filter, cursor },
    loadOlder,
    /** Last job of the loaded pages, shown or not. */
    last: pages.at(-1) ?? null,
    hasActive,
    /** Number of jobs searched locally if the surface cannot search; otherwise `null`. */
    searchedCount: filterLoaded ? loaded.length : null,
  };
}
