import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import type { OlderState } from '../use-job-list';

/** What the list of all servers knows of one of them. */
export interface ServerList {
  surface: Surface;
  rows: readonly FetchedJob[];
  state:
    /** Its first response is pending. */
    | 'loading'
    | 'listed'
    /** It does not list jobs: the rows are those that this browser knows. */
    | 'unlisted'
    /** It was not reached: the rows are those that this browser knows, as last seen. */
    | 'saved'
    | 'failed';
  /** Of the newest attempt. */
  error: Error | null;
  /** Wall-clock instant of the last good response; 0 before the first. */
  updatedAt: number;
  olderState: OlderState;
  /** It is slow: the merge no longer waits for it. */
  isLate: boolean;
  /** Last job of the loaded pages, shown or not. */
  last: FetchedJob | null;
  /** How many jobs were searched, if the server cannot search; else `null`. */
  searchedCount: number | null;
  /** Older jobs exist that the server does not list. */
  isCutOff: boolean;
  /** Matches by status; `null` if the server does not count. */
  counts: Readonly<Record<string, number>> | null;
  loadOlder: () => void;
  /** Loads the rest of its list, and returns the ids of all jobs that match; `null` if the rows are all. */
  loadAll: ((signal: AbortSignal) => Promise<readonly string[]>) | null;
  retry: () => void;
}

/** Whether rows of other servers wait for its next page. */
export function isWaitedFor({ state, error, olderState, isLate, searchedCount }: ServerList): boolean {
  const goesOn = olderState === 'more' || olderState === 'loading';
  return state === 'listed' && error === null && goesOn && !isLate && searchedCount === null;
}
