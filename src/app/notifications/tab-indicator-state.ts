/** State of the jobs shown in the title and icon of the browser tab. Pure. */

export type TabIcon = 'idle' | 'running' | 'failed' | 'done';

/** Jobs by status, as the gateway counts them. */
export type JobCounts = Readonly<Record<string, number>>;

export interface TabIndicatorState {
  /** Previous counts; `null` before the first response. */
  counts: JobCounts | null;
  /** Finished since the page was last visible. */
  succeeded: number;
  failed: number;
}

export const INITIAL_STATE: TabIndicatorState = { counts: null, succeeded: 0, failed: 0 };

export type TabIndicatorEvent = { kind: 'counted'; counts: JobCounts; isAnyTabVisible: boolean } | { kind: 'looked' };

export function updateTabIndicator(state: TabIndicatorState, event: TabIndicatorEvent): TabIndicatorState {
  if (event.kind === 'looked') {
    return state.succeeded + state.failed === 0 ? state : { ...state, succeeded: 0, failed: 0 };
  }
  const { counts, isAnyTabVisible } = event;
  if (isAnyTabVisible || state.counts === null) return { counts, succeeded: 0, failed: 0 };
  // Counts fall when records are deleted: only increases are newly finished jobs.
  const added = (status: string) => Math.max(0, (counts[status] ?? 0) - (state.counts?.[status] ?? 0));
  return {
    counts,
    succeeded: state.succeeded + added('succeeded'),
    failed: state.failed + added('failed'),
  };
}

/** Queued jobs do not count: the tab shows whether anything is still running. */
export function runningCount(counts: JobCounts | null): number {
  return (counts?.['running'] ?? 0) + (counts?.['canceling'] ?? 0);
}

/** Returns the tab icon. A failure needs attention at once; everything else can wait until the work is done. */
export function iconOf({ counts, succeeded, failed }: TabIndicatorState): TabIcon {
  if (failed > 0) return 'failed';
  if (runningCount(counts) > 0) return 'running';
  return succeeded > 0 ? 'done' : 'idle';
}

/** Returns the number on the icon of the installed app: jobs that ended unseen, else those in progress; 0: none. */
export function badgeCount({ counts, succeeded, failed }: TabIndicatorState): number {
  return succeeded + failed || runningCount(counts);
}

/** Returns the prefix of the page title: `✗ (2) `. The result comes first, since tabs truncate the end. */
export function titlePrefix({ counts, succeeded, failed }: TabIndicatorState): string {
  const running = runningCount(counts);
  const result = failed > 0 ? '✗ ' : succeeded > 0 ? '✓ ' : '';
  return result + (running > 0 ? `(${running}) ` : '');
}
