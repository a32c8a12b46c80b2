import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { historyJobsQuery } from '@/domains/history/history';
import type { Surface } from '@/api/surface';
import { probeWhenDue } from '@/api/surfaces/probe-when-due';
import { isServerDown } from '@/shared/servers/server-failure';
import type { JobsSearch } from '../filters/jobs-search';
import { useAnnotatedRows } from '../annotations/use-annotated-rows';
import { UnlistedJobs } from '../list/unlisted-jobs';
import { useJobList } from '../list/use-job-list';
import { useHistoryRows } from '../history/use-history-rows';
import type { ServerList } from '../list/server-list';
import { loadMatching } from '../selection/load-matching';

interface ServerSourceProps {
  surface: Surface;
  filter: JobFilter;
  /** Called on each change. */
  onList: (list: ServerList) => void;
}

/** The merge does not wait longer for a server. */
const LATE_MS = 3000;
/** A list without active jobs is not polled, and other servers send no events here: this interval finds new jobs. */
const IDLE_POLL_MS = 15_000;

/** Reads the list of one server for the list of all. Renders nothing. */
export const ServerSource = memo(function ServerSource({ surface, filter, onList }: ServerSourceProps) {
  const { head, rows, strays, olderState, rest, loadOlder, last, searchedCount } = useJobList(surface, filter);
  const { data, error, isPlaceholderData, dataUpdatedAt: updatedAt, refetch } = head;
  useQuery({
    ...jobsQuery(surface, filter),
    enabled: data?.isListed !== false,
    refetchInterval: IDLE_POLL_MS,
    refetchIntervalInBackground: false,
  });
  const isUnlisted = data?.isListed === false;
  const isDown = data === undefined && error !== null && isServerDown(error);
  const isLoading = (data === undefined && error === null) || isPlaceholderData;
  const isLate = useIsLate(isLoading || olderState === 'loading');
  // Its jobs as last seen, until it responds or the read is given up.
  const hasNone = isLate && data === undefined;
  const saved = useSavedRows(surface, filter, isUnlisted || isDown || hasNone);
  const isHealthy = data !== undefined && error === null;
  useProbe(surface, isHealthy);
  const counts = useCounts(surface, filter, data?.counts ?? null, isHealthy);
  const state = isUnlisted ? 'unlisted' : isDown ? 'saved' : isLoading ? 'loading' : data ? 'listed' : 'failed';
  const loadAll = useLoadAll(surface, filter, rest !== null && searchedCount === null);
  const list = useMemo(
    (): ServerList => ({
      surface,
      rows: state === 'unlisted' || state === 'saved' || hasNone ? saved : rows,
      state,
      error,
      updatedAt,
      olderState,
      isLate,
      last,
      searchedCount,
      isCutOff: data?.isCutOff === true,
      counts,
      loadOlder: () => void loadOlder(),
      loadAll,
      retry: () => void refetch(),
    }),
    [
      surface,
      state,
      hasNone,
      rows,
      saved,
      error,
      updatedAt,
      olderState,
      isLate,
      last,
      searchedCount,
      data?.isCutOff,
      counts,
      loadOlder,
      loadAll,
      refetch,
    ],
  );
  useReport(list, onList);
  return strays.length > 0 ? <UnlistedJobs surface={surface} ids={strays} /> : null;
});

/** Reads the annotated or remembered jobs of one server for the list of all. Renders nothing. */
export const AnnotatedSource = memo(function AnnotatedSource({
  surface,
  filter,
  search,
  onList,
}: ServerSourceProps & { search: JobsSearch }) {
  const { rows, isPending } = useAnnotatedRows(surface, search, filter);
  const stableRows = useStable(rows);
  const list = useMemo(
    (): ServerList => ({ ...NO_LIST, surface, rows: stableRows, state: isPending ? 'loading' : 'listed' }),
    [surface, stableRows, isPending],
  );
  useReport(list, onList);
  return null;
});

const NO_LIST: Omit<ServerList, 'surface' | 'rows' | 'state'> = {
  error: null,
  updatedAt: 0,
  olderState: 'end',
  isLate: false,
  last: null,
  searchedCount: null,
  isCutOff: false,
  counts: null,
  loadOlder: () => {},
  loadAll: null,
  retry: () => {},
};

/** Reports the list to the page, which merges all servers. An effect, since each server renders separately. */
function useReport(list: ServerList, onList: (list: ServerList) => void): void {
  useEffect(() => onList(list), [list, onList]);
}

function useSavedRows(surface: Surface, filter: JobFilter, isNeeded: boolean): ServerList['rows'] {
  const { data } = useQuery({ ...historyJobsQuery(surface), enabled: isNeeded });
  return useStable(useHistoryRows(surface, isNeeded ? data : undefined, filter));
}

/** Returns the same array as long as its items are the same. */
function useStable(rows: ServerList['rows']): ServerList['rows'] {
  const [known, setKnown] = useState(rows);
  const isSame = known.length === rows.length && rows.every((fetched, index) => fetched.job === known[index]?.job);
  if (!isSame) setKnown(rows);
  return isSame ? known : rows;
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}

function useLoadAll(surface: Surface, filter: JobFilter, goesOn: boolean): ServerList['loadAll'] {
  const client = useQueryClient();
  const load = useCallback(
    (signal: AbortSignal) => loadMatching(client, surface, filter, signal),
    [client, surface, filter],
  );
  return goesOn ? load : null;
}

/** Detects whether the server is a Flowdeck gateway, which can count and delete jobs, after it has listed its jobs. */
function useProbe(surface: Surface, isHealthy: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isHealthy) probeWhenDue(client, surface);
  }, [client, surface, isHealthy]);
}

/** Job counts by status if it is a gateway: from its status or, with a filter, from a search. */
function useCounts(
  surface: Surface,
  filter: JobFilter,
  matches: ServerList['counts'],
  isHealthy: boolean,
): ServerList['counts'] {
  const query = gatewayStatusQuery(surface);
  const { data } = useQuery({
    ...query,
    enabled: query.enabled === true && isHealthy,
  });
  if (hasFilters(filter)) return matches;
  return data?.jobs ?? null;
}
