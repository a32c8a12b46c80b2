import { showToast } from '@/shared/feedback/toasts';

/** Reports why a file of a server could not be fetched. */
export function reportUnreadFile(error: unknown): void {
  showToast({
    tone: 'bad',
    isOfPage: true,
    title: 'The file could not be read',
    description: error instanceof Error ? error.message : 'Nothing was changed; try again.',
  });
}
