import type { PreviousRun, Likeness } from '@/api/jobs/previous-runs';

/** Fewer runs say little about the next. */
const MIN_RUNS = 3;
/** Out of line on either side: runs that found much of their work done, and runs that were held up. */
const LOW = 0.25;
const HIGH = 0.9;

export interface Span {
  lowMs: number;
  highMs: number;
}

/** How long most of some earlier runs took. */
export interface TypicalDuration extends Span {
  /** Of how many runs it is drawn. */
  count: number;
  /** What these have in common with the job: `of this name`; empty: nothing but the surface. */
  likeness: string;
}

/** Of the runs that are most like the job; null where too few are. */
export function typicalDurationOf(job: Likeness, runs: readonly PreviousRun[]): TypicalDuration | null {
  return (
    usualTime(
      runs.filter(({ graph }) => graph !== null && graph === job.graph),
      'of this workflow',
    ) ??
    usualTime(
      runs.filter((run) => run.title !== null && run.title === job.title && mayHaveSameNodes(job, run)),
      'of this name',
    ) ??
    usualTime(
      runs.filter(({ nodes }) => nodes !== null && nodes === job.nodes),
      'of the same nodes',
    )
  );
}

/** Of any runs; null where there are too few. */
export function usualTime(runs: readonly PreviousRun[], likeness = ''): TypicalDuration | null {
  if (runs.length < MIN_RUNS) return null;
  const sorted = runs.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { lowMs: at(LOW), highMs: at(HIGH), count: runs.length, likeness };
}

/** One name goes with a workflow through all its changes. */
function mayHaveSameNodes(job: Likeness, run: Likeness): boolean {
  return job.nodes === null || run.nodes === null || job.nodes === run.nodes;
}
