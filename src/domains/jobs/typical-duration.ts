import type { Span } from '@/lib/format-range';
import type { PreviousRun, RunSignature } from './previous-runs';

/** Fewer runs are not representative. */
const MIN_RUNS = 3;
/** Percentiles that exclude outliers on both sides: mostly cached runs, and delayed runs. */
const LOW = 0.25;
const HIGH = 0.9;

/** What runs have in common with a job. `none`: only the surface. */
export type Likeness = 'workflow' | 'name' | 'nodes' | 'none';

/** Range of the durations of most previous runs. */
export interface TypicalDuration extends Span {
  /** Number of runs. */
  count: number;
  likeness: Likeness;
}

/** Uses the runs that are most similar to the job; `null` if there are too few. */
export function typicalDurationOf(job: RunSignature, runs: readonly PreviousRun[]): TypicalDuration | null {
  return (
    typicalTime(
      runs.filter(({ graph }) => graph !== null && graph === job.graph),
      'workflow',
    ) ??
    typicalTime(
      runs.filter((run) => run.title !== null && run.title === job.title && mayHaveSameNodes(job, run)),
      'name',
    ) ??
    typicalTime(
      runs.filter(({ nodes }) => nodes !== null && nodes === job.nodes),
      'nodes',
    )
  );
}

/** Uses all given runs; `null` if there are too few. */
export function typicalTime(runs: readonly PreviousRun[], likeness: Likeness = 'none'): TypicalDuration | null {
  if (runs.length < MIN_RUNS) return null;
  const sorted = runs.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { lowMs: at(LOW), highMs: at(HIGH), count: runs.length, likeness };
}

/** A workflow keeps its name through all changes. */
function mayHaveSameNodes(job: RunSignature, run: RunSignature): boolean {
  return job.nodes === null || run.nodes === null || job.nodes === run.nodes;
}
