import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import { messageOf } from '@/lib/message-of';

/** Reports why a file of a server could not be fetched. */
export function reportUnreadFile(error: unknown): void {
  showToast({
    tone: 'bad',
    isOfPage: true,
    title: t('The file could not be read'),
    description: messageOf(error, t('Nothing was changed; try again.')),
  });
}
