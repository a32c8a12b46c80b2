import type { Progress } from '@contract/jobs/schemas';

/**
 * A fall by this much is no late answer: the run began anew, as after a restart of the gateway, and the screen follows.
 */
const RESTART_FALL = 0.2;

/**
 * Progress as it is shown: each snapshot is complete (rule J-2.21), so the newest is taken whole, but for its fraction,
 * which does not run backwards on screen.
 */
export function forwardProgress(shown: Progress | null, next: Progress): Progress {
  if (!shown || next.value >= shown.value || shown.value - next.value >= RESTART_FALL) return next;
  // A run that started again says so, however early the first attempt ended.
  if (next.message && next.message !== shown.message) return next;
  // The step belongs to the fraction: 3 of 400 beside 5 % would contradict each other.
  const isSameNode = next.current_node === shown.current_node && (next.step ?? 0) < (shown.step ?? 0);
  return { ...next, value: shown.value, ...(isSameNode ? { step: shown.step, steps: shown.steps } : {}) };
}
