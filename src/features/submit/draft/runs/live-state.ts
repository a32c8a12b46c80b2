/**
 * Live mode of an open draft: repeats its runs, or runs it whenever it changes. At most one job is in flight; what to run is read
 * from the draft when the next run starts, so changes replace each other and never queue up (decision 097). Pure; `live-runs.ts` does
 * the rest.
 */

export type LiveMode = 'repeat' | 'change';

export interface LiveState {
  mode: LiveMode;
  /** Number of runs after which it stops; `null` if only the user stops it. */
  maxRuns: number | null;
  /** Number of stored submissions. */
  runs: number;
  /** Time of the last run; `-Infinity` before the first. */
  startedAt: number;
  /** Time of the last change of the workflow. */
  changedAt: number;
  /** The inputs are those of an earlier run, whose job has the result. */
  isKnown: boolean;
  phase: { name: 'ready' } | { name: 'submitting' } | { name: 'running'; jobId: string };
}

export type LiveStopReason =
  /** The next run would have the inputs of an earlier one. */
  | 'same'
  | 'limit'
  /** Nodes that cost money, without a limit. */
  | 'unlimited_cost'
  | 'failed'
  | 'canceled'
  /** The server no longer has the job. */
  | 'lost'
  | 'refused'
  /** The user canceled the submission before it was sent. */
  | 'withdrawn'
  | 'unsettled'
  | 'not_stored'
  | 'other_tab';

/** The end of live mode that the user did not cause. */
export interface LiveEnd {
  mode: LiveMode;
  maxRuns: number | null;
  reason: LiveStopReason;
  runs: number;
  /** The last job; `null` before the first. */
  jobId: string | null;
}

/** What the draft allows now. */
export interface LiveView {
  /** Its inputs differ from those of the last run, apart from seeds that the run itself has moved. */
  isChanged: boolean;
  /** Something must be fixed or finished before it can run. */
  isBlocked: boolean;
  costsMoney: boolean;
}

export type LiveStep =
  | { do: 'run' }
  | { do: 'wait'; until: number }
  | { do: 'nothing' }
  | { do: 'stop'; reason: LiveStopReason };

/** A pause in typing after which a change counts as made. */
export const SETTLE_MS = 600;
/** Least time between two runs, however quick the jobs are. */
export const GAP_MS = 500;

export function newLive(mode: LiveMode, maxRuns: number | null): LiveState {
  return {
    mode,
    maxRuns,
    runs: 0,
    startedAt: -Infinity,
    changedAt: -Infinity,
    isKnown: false,
    phase: { name: 'ready' },
  };
}

export function nextLiveStep(state: LiveState, { isChanged, isBlocked, costsMoney }: LiveView, now: number): LiveStep {
  const { mode, maxRuns, runs, startedAt, changedAt, phase } = state;
  if (phase.name !== 'ready') return { do: 'nothing' };
  if (maxRuns === null && costsMoney) return { do: 'stop', reason: 'unlimited_cost' };
  if (maxRuns !== null && runs >= maxRuns) return { do: 'stop', reason: 'limit' };
  if (isBlocked || (mode === 'change' && !isChanged)) return { do: 'nothing' };
  const until = Math.max(changedAt + SETTLE_MS, startedAt + GAP_MS);
  return now < until ? { do: 'wait', until } : { do: 'run' };
}
