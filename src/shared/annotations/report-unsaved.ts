import { showToast } from '@/shared/feedback/toasts';

/** @param isSaved whether the browser stored the annotation */
export function reportUnsaved(isSaved: boolean): void {
  if (isSaved) return;
  showToast({
    tone: 'warn',
    title: 'Not saved: kept only until you close this page',
    description: 'Storage is unavailable: private window, blocked storage or full disk.',
  });
}
