import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';

export const MAX_RUNS = 100;

const COUNT_KEY = 'flowdeck.run-count';
const AFTER_KEY = 'flowdeck.after-run';

interface RunHabits {
  /** How many runs one click starts, 1 to `MAX_RUNS`. */
  count: number;
  /** After a single run: stay in the draft, or open the page of the job. */
  afterRun: 'stay' | 'open-job';
}

/** Habits of this browser, for all workflows. */
export const useRunHabits = create<RunHabits>(() => ({
  count: clampCount(Number(readText(COUNT_KEY) ?? '1')),
  afterRun: readText(AFTER_KEY) === 'job' ? 'open-job' : 'stay',
}));

export function setRunCount(count: number): void {
  const next = clampCount(count);
  useRunHabits.setState({ count: next });
  writeSetting(COUNT_KEY, next === 1 ? null : String(next));
}

export function setAfterRun(afterRun: RunHabits['afterRun']): void {
  useRunHabits.setState({ afterRun });
  writeSetting(AFTER_KEY, afterRun === 'open-job' ? 'job' : null);
}

function clampCount(count: number): number {
  return Number.isFinite(count) ? Math.min(MAX_RUNS, Math.max(1, Math.round(count))) : 1;
}
