import type { Toast } from './toasts';

const SHOWN_MS = 6000;
/** Long enough to be reached by keyboard and by slow readers. */
const LONG_MS = 15_000;
const UNTIL_CHOSEN_MS = 24 * 3600 * 1000;

/** Milliseconds until a toast times out; hover and focus pause it. Only a toast that asks for a choice stays. */
export function toastDuration({ tone, stays, action }: Pick<Toast, 'tone' | 'stays' | 'action'>): number {
  if (stays) return UNTIL_CHOSEN_MS;
  return action || tone === 'bad' ? LONG_MS : SHOWN_MS;
}
