/** What the tab of the browser tells of the work, in its title and its icon. Pure. */

export type TabIcon = 'idle' | 'running' | 'failed' | 'done';

/** Jobs by status, as the gateway counts them. */
export type JobCounts = Readonly<Record<string, number>>;

export interface AttentionState {
  /** The answer before; null before the first. */
  counts: JobCounts | null;
  /** Ended since the page was last looked at. */
  succeeded: number;
  failed: number;
}

export const NOTHING_YET: AttentionState = { counts: null, succeeded: 0, failed: 0 };

export type AttentionEvent = { kind: 'counted'; counts: JobCounts; isLookedAt: boolean } | { kind: 'looked' };

export function attend(state: AttentionState, event: AttentionEvent): AttentionState {
  if (event.kind === 'looked') {
    return state.succeeded + state.failed === 0 ? state : { ...state, succeeded: 0, failed: 0 };
  }
  const { counts, isLookedAt } = event;
  if (isLookedAt || state.counts === null) return { counts, succeeded: 0, failed: 0 };
  // Counts fall when records are deleted: only what was added has just ended.
  const added = (status: string) => Math.max(0, (counts[status] ?? 0) - (state.counts?.[status] ?? 0));
  return {
    counts,
    succeeded: state.succeeded + added('succeeded'),
    failed: state.failed + added('failed'),
  };
}

/** Queued jobs wait for others; what people look for in a tab is whether it still works. */
export function runningCount(counts: JobCounts | null): number {
  return (counts?.['running'] ?? 0) + (counts?.['canceling'] ?? 0);
}

/** A failure asks for somebody; all else can wait until the work is done. */
export function iconOf({ counts, succeeded, failed }: AttentionState): TabIcon {
  if (failed > 0) return 'failed';
  if (runningCount(counts) > 0) return 'running';
  return succeeded > 0 ? 'done' : 'idle';
}

/** Before the name of the page: `✗ (2) `. The result comes first, since tabs cut off the end. */
export function titlePrefix({ counts, succeeded, failed }: AttentionState): string {
  const running = runningCount(counts);
  const result = failed > 0 ? '✗ ' : succeeded > 0 ? '✓ ' : '';
  return result + (running > 0 ? `(${running}) ` : '');
}
