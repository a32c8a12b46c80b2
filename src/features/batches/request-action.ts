import { actOnBatch, type BatchAction } from '@/domains/batches/batches';
import { showToast } from '@/shared/feedback/toasts';

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
    const reason = error instanceof Error ? `${error.message} ` : '';
    showToast({
      tone: 'bad',
      title: 'The batch did not change',
      description: `${reason}It continues as before. Try again.`,
    });
    return false;
  }
}
