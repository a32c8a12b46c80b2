import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { gatewayStatusQuery, readGatewayStatus } from '@/api/gateway-status';
import { isNarrow, type JobFilter } from '@/api/jobs/job-filter';
import { jobsQuery } from '@/api/jobs/job-queries';
import { listPage, type ListPage } from '@/api/jobs/list-page';
import { historyJobsQuery } from '@/api/storage/history';
import type { Surface } from '@/api/surface';
import { probeWhenDue } from '@/api/surfaces/probe-when-due';
import { readWithinBudget } from '@/api/surfaces/read-budget';
import { isServerDown } from '@/shared/server-failure';
import type { JobsSearch } from '../jobs-search';
import { useMarkedRows } from '../annotations/use-annotated-rows';
import { StrayJobs } from '../unlisted-jobs';
import { useJobList } from '../use-job-list';
import { useHistoryRows } from '../use-history-rows';
import type { ServerList } from './server-list';

interface ServerSourceProps {
  surface: Surface;
  filter: JobFilter;
  /** Called with each change. */
  onList: (list: ServerList) => void;
}

/** A server that takes longer is no longer waited for. */
const LATE_MS = 3000;
/** A list without active jobs is not polled, and other servers send no events here: new jobs are found by asking. */
const IDLE_POLL_MS = 15_000;

const readList: ListPage = (surface, filter, how, signal) =>
  readWithinBudget(surface, signal, (limited) => listPage(surface, filter, how, limited));

/** Reads the list of one server for the list of all. Renders nothing. */
export const ServerSource = memo(function ServerSource({ surface, filter, onList }: ServerSourceProps) {
  const { head, rows, strays, olderState, rest, loadOlder, last, searchedCount } = useJobList(
    surface,
    filter,
    readList,
  );
  const { data, error, isPlaceholderData, dataUpdatedAt: updatedAt, refetch } = head;
  useQuery({
    ...jobsQuery(surface, filter, readList),
    enabled: data?.isListed !== false,
    refetchInterval: IDLE_POLL_MS,
    refetchIntervalInBackground: false,
  });
  const isUnlisted = data?.isListed === false;
  const isDown = data === undefined && error !== null && isServerDown(error);
  const saved = useSavedRows(surface, filter, isUnlisted || isDown);
  const isLoading = (data === undefined && error === null) || isPlaceholderData;
  const isLate = useIsLate(isLoading || olderState === 'loading');
  const isHealthy = data !== undefined && error === null;
  useProbe(surface, isHealthy);
  const counts = useCounts(surface, filter, data?.counts ?? null, isHealthy);
  const state = isUnlisted ? 'unlisted' : isDown ? 'saved' : isLoading ? 'loading' : data ? 'listed' : 'failed';
  const loadAll = useLoadAll(surface, filter, rest !== null && searchedCount === null);
  const list = useMemo(
    (): ServerList => ({
      surface,
      rows: state === 'unlisted' || state === 'saved' ? saved : rows,
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
  return strays.length > 0 ? <StrayJobs surface={surface} ids={strays} /> : null;
});

/** The same for the jobs that this browser marked or remembers. */
export const MarkedSource = memo(function MarkedSource({
  surface,
  filter,
  search,
  onList,
}: ServerSourceProps & { search: JobsSearch }) {
  const { rows, isPending } = useMarkedRows(surface, search, filter);
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

/** The page merges what its servers report; an effect, since each server renders by itself. */
function useReport(list: ServerList, onList: (list: ServerList) => void): void {
  useEffect(() => onList(list), [list, onList]);
}

function useSavedRows(surface: Surface, filter: JobFilter, isNeeded: boolean): ServerList['rows'] {
  const { data } = useQuery({ ...historyJobsQuery(surface), enabled: isNeeded });
  return useStable(useHistoryRows(surface, isNeeded ? data : undefined, filter));
}

/** The same array as long as it holds the same readings. */
function useStable(rows: ServerList['rows']): ServerList['rows'] {
  const [known, setKnown] = useState(rows);
  const isSame = known.length === rows.length && rows.every((reading, index) => reading.job === known[index]?.job);
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
    async (signal: AbortSignal) => {
      const { loadMatching } = await import('../selection/load-matching');
      return loadMatching(client, surface, filter, signal, readList);
    },
    [client, surface, filter],
  );
  return goesOn ? load : null;
}

/** Learns whether it is a Flowdeck gateway, which counts and deletes its jobs, once it has listed them. */
function useProbe(surface: Surface, isHealthy: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isHealthy) probeWhenDue(client, surface);
  }, [client, surface, isHealthy]);
}

/** Jobs by status, if it is a gateway: of its status, or of a narrow search itself. */
function useCounts(
  surface: Surface,
  filter: JobFilter,
  matches: ServerList['counts'],
  isHealthy: boolean,
): ServerList['counts'] {
  const query = gatewayStatusQuery(surface);
  const { data } = useQuery({
    ...query,
    queryFn: ({ signal }) => readWithinBudget(surface, signal, (limited) => readGatewayStatus(surface, limited)),
    enabled: query.enabled === true && isHealthy,
  });
  if (isNarrow(filter)) return matches;
  return data?.jobs ?? null;
}
