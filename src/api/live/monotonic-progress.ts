import type { Progress } from '@contract/jobs/schemas';

/**
 * A larger decrease is not a late response: the run restarted, such as after a restart of the gateway, and the display follows.
 */
const RESTART_FALL = 0.2;

/**
 * Returns the displayed progress: each snapshot is complete (rule J-2.21), so the newest one replaces the previous one, except
 * that its fraction never decreases.
 */
export function forwardProgress(shown: Progress | null, next: Progress): Progress {
  if (!shown || next.value >= shown.value || shown.value - next.value >= RESTART_FALL) return next;
  // A restarted run has another message, however early the first attempt ended.
  if (next.message && next.message !== shown.message) return next;
  // The step must match the fraction: 3 of 400 next to 5 % would be contradictory.
  const isSameNode = next.current_node === shown.current_node && (next.step ?? 0) < (shown.step ?? 0);
  return { ...next, value: shown.value, ...(isSameNode ? { step: shown.step, steps: shown.steps } : {}) };
}
