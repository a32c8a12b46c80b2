import { showToast } from '@/shared/toasts';

/** @param isKept whether the browser keeps what was noted */
export function sayUnkept(isKept: boolean): void {
  if (isKept) return;
  showToast({
    tone: 'warn',
    title: 'Not saved: kept only until you close this page',
    description: 'Storage is unavailable: private window, blocked storage or full disk.',
  });
}
