import type { OutboxState } from './outbox-entry';
import { useOutboxView } from './outbox-store';

const UNDECIDED: ReadonlySet<OutboxState['name']> = new Set(['pending', 'sending', 'probing']);

/**
 * Waits until a submission has an outcome to report; the outbox screen shows the rest. Resolves with the last known state if the
 * entry leaves the outbox or `patience` aborts first.
 */
export function waitForOutcome(entryId: string, patience?: AbortSignal): Promise<OutboxState> {
  return new Promise((resolve) => {
    let last: OutboxState = { name: 'pending', isProbe: false };
    let unsubscribe = () => {};
    const end = () => {
      unsubscribe();
      patience?.removeEventListener('abort', end);
      resolve(last);
    };
    const look = () => {
      const state = useOutboxView.getState().entries[entryId]?.state;
      last = state ?? last;
      if (!state || !UNDECIDED.has(state.name) || patience?.aborted) end();
    };
    unsubscribe = useOutboxView.subscribe(look);
    patience?.addEventListener('abort', end);
    look();
  });
}
