import type { OutboxEntry } from './outbox-entry';
import { canRetry } from './outbox-machine';

export type EntryAction =
  /** Cancels an entry that was not sent, or was rejected with a wait. */
  | 'cancel'
  /** Stops the search, so that it stays unknown whether the job exists. */
  | 'stop'
  | 'look'
  | 'ask'
  | 'send_as_new'
  | 'open_job'
  | 'open_draft'
  | 'put_away';

/** Returns the actions available for an entry now, in button order. A new key is offered only if the outcome is unknown. */
export function entryActions(entry: OutboxEntry, now: number): readonly EntryAction[] {
  const { state } = entry;
  const draft: EntryAction[] = entry.draftId === null ? [] : ['open_draft'];
  const ask: EntryAction[] = canRetry(entry, now) ? ['ask'] : [];
  switch (state.name) {
    case 'pending':
    case 'waiting':
      return [state.isProbe ? 'stop' : 'cancel'];
    case 'sending':
      return [];
    case 'unknown':
      return ['look', ...ask, 'stop'];
    case 'probing':
      return ['stop'];
    case 'unsettled':
      // A new job would not belong to the batch, which offers a retry.
      return ['look', ...ask, ...(entry.cell ? [] : ['send_as_new' as const]), 'put_away'];
    case 'submitted':
      return ['open_job', 'put_away'];
    case 'refused':
      return [...draft, 'put_away'];
    case 'canceled':
      return ['put_away'];
  }
}
