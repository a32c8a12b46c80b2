import type { OutboxEntry } from './outbox-entry';
import { canAsk } from './outbox-machine';

export type EntryAction =
  /** Takes back what was not sent, or was refused with "wait". */
  | 'cancel'
  /** Leaves it open whether the job exists. */
  | 'stop'
  | 'look'
  | 'ask'
  | 'send_as_new'
  | 'open_job'
  | 'open_draft'
  | 'put_away';

/** What can be done about an entry now, in the order of the buttons. A new key is offered where nobody can tell, only. */
export function entryActions(entry: OutboxEntry, now: number): readonly EntryAction[] {
  const { state } = entry;
  const draft: EntryAction[] = entry.draftId === null ? [] : ['open_draft'];
  const ask: EntryAction[] = canAsk(entry, now) ? ['ask'] : [];
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
      return ['look', ...ask, 'send_as_new', 'put_away'];
    case 'submitted':
      return ['open_job', 'put_away'];
    case 'refused':
      return [...draft, 'put_away'];
    case 'canceled':
      return ['put_away'];
  }
}
