import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isActive } from '@contract/jobs/lifecycle';
import { useLiveStore } from '@/api/live/live-store';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { probeWhenDue } from '@/api/surfaces/probe-when-due';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { historyJobsQuery } from '@/domains/history/history';
import { filterKey, hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import {
  joinPages,
  needsActiveList,
  NO_OLDER_JOBS,
  olderCursor,
  unlistedIds,
  type JobsHead,
  type OlderJobs,
} from '@/domains/jobs/job-list';
import { activeJobsQuery, jobsQuery, olderJobsQuery } from '@/domains/jobs/job-queries';
import { jobQuery } from '@/domains/jobs/job-query';
import { loadOlderJobs } from '@/domains/jobs/older-jobs';
import { useMemoBy } from '@/lib/hooks/use-memo-by';
import { isServerDown } from '@/shared/servers/server-failure';
import { matchesFilter } from '../filters/status-filters';
import { useHistoryRows } from '../history/use-history-rows';
import { loadMatching } from '../selection/load-matching';
import { pinRunning, RUNNING } from './pin-running';
import type { OlderState, ServerList } from './server-list';

/** Limits concurrent single-job requests per server: the list must not send one request per row. */
const MAX_STRAYS = 4;
/** The merge does not wait longer for a server. */
const LATE_MS = 3000;
/** A list without active jobs is not polled, and other servers send no events here: this interval finds new jobs. */
const IDLE_POLL_MS = 15_000;

/** Returns the lists of the servers, each with its own state, and keeps them up to date. */
export function useServerLists(servers: readonly Surface[], filter: JobFilter): readonly ServerList[] {
  const client = useQueryClient();
  const isAlone = servers.length === 1;
  const memoPart = useMemoBy<Part>();
  const memoList = useMemoBy<ServerList>();
  const memoAll = useMemoBy<readonly ServerList[]>();

  const heads = useQueries({ queries: servers.map((surface) => jobsQuery(surface, filter)) });
  const known = usePreviousData(servers, heads);
  const older = useQueries({ queries: servers.map((surface) => olderJobsQuery(surface, filter)) });
  useQueries({
    queries: servers.map((surface, index) => ({
      ...jobsQuery(surface, filter),
      enabled: !isAlone && heads[index]?.data?.isListed !== false,
      refetchInterval: IDLE_POLL_MS,
      refetchIntervalInBackground: false,
    })),
  });
  const pins = filter.sort === 'newest' && filter.statuses === '';
  const isDeep = (index: number) => pins && (heads[index]?.data?.nextCursor ?? null) !== null;
  const running = useQueries({
    queries: servers.map((surface, index) => ({
      ...jobsQuery(surface, { ...filter, statuses: RUNNING }),
      enabled: isDeep(index),
    })),
  });
  const parts = servers.map(({ id }, index) => {
    const head = known[index];
    const behind = older[index]?.data ?? NO_OLDER_JOBS;
    const deep = isDeep(index) ? running[index]?.data?.fetchedJobs : undefined;
    return memoPart(id, [head, behind, deep, filter], () => partOf(head, behind, deep, filter));
  });

  const active = useQueries({
    queries: servers.map((surface, index) => activeJobsQuery(surface, parts[index]?.isUncovered === true)),
  });
  const finished = useLiveStore(({ overlays }) => servers.map(({ id }) => finishedIdsOf(overlays[id])).join('\n'));
  useQueries({
    queries: servers.flatMap((surface, index) => {
      const head = known[index];
      const over = new Set(finished.split('\n')[index]?.split(' '));
      const ids = head ? unlistedIds(parts[index]?.loaded ?? [], head, active[index]?.data, (id) => over.has(id)) : [];
      return ids.slice(0, MAX_STRAYS).map((id) => jobQuery(surface, id));
    }),
  });

  const { stateOf, loadOlder } = useOlderPages(client, filter);
  const states = servers.map((surface, index) => {
    const head = known[index];
    const error = heads[index]?.error ?? null;
    const isPlaceholder = head !== undefined && heads[index]?.data === undefined;
    const cursor = head ? olderCursor(head, older[index]?.data ?? NO_OLDER_JOBS) : null;
    const state = stateOfList(head, error, isPlaceholder);
    const olderState: OlderState = cursor === null ? 'end' : stateOf(surface);
    return { head, error, isPlaceholder, cursor, state, olderState, isHealthy: head !== undefined && error === null };
  });
  const lateIds = useLateIds(
    servers.filter((_, index) => states[index]?.state === 'loading' || states[index]?.olderState === 'loading'),
  );
  useProbes(
    client,
    servers.filter((_, index) => !isAlone && states[index]?.isHealthy),
  );
  // Its jobs as last seen, until it responds or the read is given up.
  const isKept = servers.map(({ id }, index) => {
    const { state, head } = states[index] ?? {};
    return state === 'unlisted' || state === 'saved' || (state === 'loading' && head === undefined && lateIds.has(id));
  });
  const histories = useQueries({
    queries: servers.map((surface, index) => ({ ...historyJobsQuery(surface), enabled: isKept[index] === true })),
  });
  const kept = useHistoryRows(
    servers.map((surface, index) => ({ surface, jobs: isKept[index] ? histories[index]?.data : undefined })),
    filter,
  );

  const statuses = useQueries({
    queries: servers.map((surface, index) => {
      const query = gatewayStatusQuery(surface);
      return { ...query, enabled: query.enabled === true && (isAlone || states[index]?.isHealthy === true) };
    }),
  });
  const isFiltered = hasFilters(filter);
  useCountChanges(
    servers.map((surface, index): Reported => {
      const { isError = false, data } = statuses[index] ?? {};
      return [surface.id, isError ? 'no answer' : data ? JSON.stringify(data.jobs) : null];
    }),
    (index) => {
      if (parts[index]?.hasActive !== true) void heads[index]?.refetch();
    },
  );

  const lists = servers.map((surface, index) => {
    const {
      head,
      error = null,
      isPlaceholder,
      cursor = null,
      state = 'loading',
      olderState = 'end',
    } = states[index] ?? {};
    const part = parts[index] ?? NO_PART;
    const rows = (isKept[index] ? kept[index] : part.rows) ?? NO_ROWS;
    const counts = (isFiltered ? head?.counts : statuses[index]?.data?.jobs) ?? null;
    const updatedAt = heads[index]?.dataUpdatedAt ?? 0;
    const isKnown = !isKept[index] || kept[index] !== undefined;
    const isLate = lateIds.has(surface.id);
    const refetch = heads[index]?.refetch;
    const inputs = [
      surface,
      filter,
      head,
      error,
      cursor,
      state,
      olderState,
      part,
      rows,
      counts,
      updatedAt,
      isLate,
      isKnown,
    ];
    return memoList(surface.id, inputs, (): ServerList => {
      const searchedCount = head?.filterLoaded ? part.loaded.length : null;
      const rest = cursor === null || isPlaceholder ? null : { surfaceId: surface.id, filter, cursor };
      return {
        surface,
        rows,
        state,
        isKnown,
        error,
        updatedAt,
        olderState,
        isLate,
        last: part.last,
        hasActive: part.hasActive,
        searchedCount,
        isCutOff: head?.isCutOff === true,
        counts,
        areCountsMinimum: isFiltered && head?.areCountsMinimum === true,
        inputsPending: head?.inputsPending ?? 0,
        rest,
        loadOlder: () => void loadOlder(surface),
        loadAll:
          rest !== null && searchedCount === null
            ? (signal: AbortSignal) => loadMatching(client, surface, filter, signal)
            : null,
        retry: () => void refetch?.(),
      };
    });
  });
  return memoAll('', lists, () => lists);
}

const NO_ROWS: readonly FetchedJob[] = [];

/** The loaded jobs of a server. */
interface Part {
  /** Of the statuses, before a search in them. */
  loaded: readonly FetchedJob[];
  rows: readonly FetchedJob[];
  /** Last job of the loaded pages, shown or not. */
  last: FetchedJob | null;
  hasActive: boolean;
  /** Whether there are active jobs that the head does not contain. */
  isUncovered: boolean;
}

const NO_PART: Part = { loaded: NO_ROWS, rows: NO_ROWS, last: null, hasActive: false, isUncovered: false };

/** @param deep running jobs that may be beyond the loaded pages; `undefined` if there are none */
function partOf(
  head: JobsHead | undefined,
  older: OlderJobs,
  deep: readonly FetchedJob[] | undefined,
  filter: JobFilter,
): Part {
  if (!head) return NO_PART;
  const pages = joinPages(head, older);
  const loaded = pages.filter(({ job }) => matchesFilter(job.status, filter.statuses));
  const all = filter.sort === 'newest' && filter.statuses === '' ? pinRunning(loaded, deep) : loaded;
  const rows = head.filterLoaded ? head.filterLoaded(all, filter) : head.arrange ? head.arrange(all) : all;
  return {
    loaded,
    rows,
    last: pages.at(-1) ?? null,
    hasActive: rows.some(({ job }) => isActive(job.status)),
    isUncovered: needsActiveList(loaded, head),
  };
}

function stateOfList(head: JobsHead | undefined, error: Error | null, isPlaceholder: boolean): ServerList['state'] {
  if (head?.isListed === false) return 'unlisted';
  if (isPlaceholder) return 'loading';
  if (head) return 'listed';
  if (error === null) return 'loading';
  return isServerDown(error) ? 'saved' : 'failed';
}

/** While the jobs of another filter load, those that each server had before stay. */
export function usePreviousData<Data>(
  servers: readonly Surface[],
  answers: readonly { data: Data | undefined; isPending: boolean }[],
): readonly (Data | undefined)[] {
  const [previous] = useState(() => new Map<string, Data>());
  return servers.map(({ id }, index) => {
    const { data, isPending = true } = answers[index] ?? {};
    if (data !== undefined) previous.set(id, data);
    return data ?? (isPending ? previous.get(id) : undefined);
  });
}

/**
 * Ids of jobs that only the stream has reported as finished, as one text: the list re-renders when it changes, not on
 * every step.
 */
function finishedIdsOf(overlays: ReturnType<typeof useLiveStore.getState>['overlays'][string] | undefined): string {
  return Object.entries(overlays ?? {})
    .filter(([, { isFinished }]) => isFinished)
    .map(([id]) => id)
    .join(' ');
}

/** Loads the next pages on demand. */
function useOlderPages(client: QueryClient, filter: JobFilter) {
  const [states, setStates] = useState<ReadonlyMap<string, OlderState>>(new Map());
  const key = filterKey(filter);
  const underWay = useRef(new Set<string>());
  const loadOlder = useCallback(
    async (surface: Surface) => {
      const id = `${surface.id} ${key}`;
      if (underWay.current.has(id)) return;
      underWay.current.add(id);
      const set = (state: OlderState) => setStates((before) => new Map(before).set(id, state));
      set('loading');
      try {
        await loadOlderJobs(client, surface, filter, new AbortController().signal);
        set('more');
      } catch {
        set('failed');
      } finally {
        underWay.current.delete(id);
      }
    },
    [client, filter, key],
  );
  return { stateOf: ({ id }: Surface) => states.get(`${id} ${key}`) ?? 'more', loadOlder };
}

/** Returns the ids of the servers that have been waited for a while. */
function useLateIds(waiting: readonly Surface[]): ReadonlySet<string> {
  const [late, setLate] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const ids = waiting.map(({ id }) => id).join(' ');
  useEffect(() => {
    const wanted = new Set(ids.split(' ').filter(Boolean));
    for (const [id, timer] of timers.current) {
      if (wanted.has(id)) continue;
      clearTimeout(timer);
      timers.current.delete(id);
      setLate((before) => new Set([...before].filter((other) => other !== id)));
    }
    for (const id of wanted) {
      if (timers.current.has(id)) continue;
      timers.current.set(
        id,
        setTimeout(() => setLate((before) => new Set(before).add(id)), LATE_MS),
      );
    }
  }, [ids]);
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
      current.clear();
    };
  }, []);
  return late;
}

/** Detects whether a server is a Flowdeck gateway, which can count and delete jobs, after it has listed its jobs. */
function useProbes(client: QueryClient, healthy: readonly Surface[]): void {
  const servers = useMemoBy<readonly Surface[]>()('', healthy, () => healthy);
  useEffect(() => {
    for (const surface of servers) probeWhenDue(client, surface);
  }, [client, servers]);
}

type Reported = readonly [surfaceId: string, counts: string | null];

/**
 * A list without active jobs is not polled (J-3.02), and without a stream nothing reports a new one. The job counts of
 * a gateway are polled: if these change, or if the request fails, its list is fetched again.
 */
function useCountChanges(now: readonly Reported[], onChange: (index: number) => void): void {
  const seen = useRef(new Map<string, string>());
  const reported = useMemoBy<readonly Reported[]>()('', now.flat(), () => now);
  const compare = useEffectEvent((all: readonly Reported[]) => {
    for (const [index, [id, counts]] of all.entries()) {
      if (counts === null) continue;
      const before = seen.current.get(id);
      seen.current.set(id, counts);
      if (before !== undefined && before !== counts) onChange(index);
    }
  });
  useEffect(() => compare(reported), [reported]);
}
