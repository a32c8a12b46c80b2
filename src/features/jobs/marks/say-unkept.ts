import { showToast } from '@/shared/toasts';

/** @param isKept whether the browser keeps what was noted */
export function sayUnkept(isKept: boolean): void {
  if (isKept) return;
  showToast({
    tone: 'warn',
    title: 'Noted until this page is closed',
    description: 'This browser keeps no data for Flowdeck: a private window, blocked storage or a full disk.',
  });
}
