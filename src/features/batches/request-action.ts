import { actOnBatch, type BatchAction } from '@/domains/batches/batches';
import { showToast } from '@/shared/feedback/toasts';
import { messageOf } from '@/lib/message-of';

/** Applies a user action to a batch, with a toast if it could not be stored. */
export function requestAction(batchId: string, action: BatchAction): void {
  void tryAction(batchId, action);
}

/** Like `requestAction`; resolves with false if the action could not be stored. */
export async function tryAction(batchId: string, action: BatchAction): Promise<boolean> {
  try {
    await actOnBatch(batchId, action);
    return true;
  } catch (error) {
    const said = messageOf(error, '');
    const reason = said && `${said} `;
    showToast({
      tone: 'bad',
      title: 'The batch did not change',
      description: `${reason}It continues as before. Try again.`,
    });
    return false;
  }
}
