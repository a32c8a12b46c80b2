import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';

/** @param isSaved whether the browser stored the annotation */
export function reportUnsaved(isSaved: boolean): void {
  if (isSaved) return;
  showToast({
    tone: 'warn',
    title: t('Not saved: kept only until you close this page'),
    description: t('Storage is unavailable: private window, blocked storage or full disk.'),
  });
}
