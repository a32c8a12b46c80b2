import { actOnBatch, type BatchAction } from '@/domains/batches/batches';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { messageOf } from '@/lib/message-of';

/** Applies a user action to a batch, with a toast if it could not be stored. */
export function requestAction(batchId: string, action: BatchAction): void {
  void tryAction(batchId, action);
}

/** Like `requestAction`; resolves with false if the action could not be stored. */
export async function tryAction(batchId: string, action: BatchAction): Promise<boolean> {
  const { ok } = await runAction({
    run: () => actOnBatch(batchId, action),
    failed(error) {
      const reason = messageOf(error, '');
      return {
        title: t('The batch did not change'),
        description: `${reason} ${t('It continues as before. Try again.')}`.trim(),
      };
    },
  });
  return ok;
}
