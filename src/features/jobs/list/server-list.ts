import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { ListRow } from '../job/list-row';
import type { ListContinuation } from '../job/list-context';
import { mergeServers } from './merge-servers';

export type OlderState = 'more' | 'loading' | 'failed' | 'end';

/** The part of one server in a list. */
export interface ServerList {
  surface: Surface;
  rows: readonly FetchedJob[];
  state:
    /** Its first response is pending. */
    | 'loading'
    | 'listed'
    /** The server does not list jobs: the rows are those that this browser knows. */
    | 'unlisted'
    /** The server is unreachable: the rows are those that this browser knows, in their last known state. */
    | 'saved'
    | 'failed';
  /** Whether `rows` are read: false while those that this browser knows are not. */
  isKnown: boolean;
  /** Error of the latest attempt. */
  error: Error | null;
  /** Wall-clock timestamp of the last successful response; 0 before the first. */
  updatedAt: number;
  olderState: OlderState;
  /** The server is slow: the merge no longer waits for it. */
  isLate: boolean;
  /** Last job of the loaded pages, shown or not. */
  last: FetchedJob | null;
  /** Whether a job of it is unfinished. */
  hasActive: boolean;
  /** Number of jobs searched locally if the server cannot search; otherwise `null`. */
  searchedCount: number | null;
  /** Older jobs exist that the server does not list. */
  isCutOff: boolean;
  /** Matches by status; `null` if the server does not count. */
  counts: Readonly<Record<string, number>> | null;
  /** Whether there may be more matches than were counted. */
  areCountsMinimum: boolean;
  /** Number of older jobs that a search cannot find yet, since their inputs are not read. */
  inputsPending: number;
  /** Continuation of the list after its rows; `null` at its end. */
  rest: ListContinuation | null;
  loadOlder: () => void;
  /** Loads the rest of its list, and returns the ids of all matching jobs; `null` if the rows are complete. */
  loadAll: ((signal: AbortSignal) => Promise<readonly string[]>) | null;
  retry: () => void;
}

/** Returns true if rows of other servers wait for its next page. */
function isWaitedFor({ state, error, olderState, isLate, searchedCount }: ServerList): boolean {
  const goesOn = olderState === 'more' || olderState === 'loading';
  return state === 'listed' && error === null && goesOn && !isLate && searchedCount === null;
}

interface MergedLists {
  rows: readonly Pick<ListRow, 'surface' | 'fetched'>[];
  /** List whose next page must be loaded first; `null` if there is none. */
  next: ServerList | null;
}

/** Merges the lists of the servers. One list keeps the order of its server. */
export function mergeLists(lists: readonly ServerList[], { sort, statuses }: JobFilter): MergedLists {
  const [first] = lists;
  if (first && lists.length === 1) {
    const { surface, rows, olderState } = first;
    return { rows: rows.map((fetched) => ({ surface, fetched })), next: olderState === 'more' ? first : null };
  }
  const sources = lists.map((list) => ({
    surfaceId: list.surface.id,
    rows: list.rows,
    last: isWaitedFor(list) ? list.last : null,
  }));
  const { rows, nextId } = mergeServers(sources, sort, sort === 'newest' && statuses === '');
  const surfaces = new Map(lists.map(({ surface }) => [surface.id, surface]));
  const next = lists.find(({ surface }) => surface.id === nextId) ?? null;
  return {
    rows: rows.flatMap(({ surfaceId, fetched }) => {
      const surface = surfaces.get(surfaceId);
      return surface ? [{ surface, fetched }] : [];
    }),
    next,
  };
}
