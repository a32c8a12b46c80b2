import type { OutboxState } from './outbox-state';
import { useOutboxView } from './outbox-store';

const UNDECIDED: ReadonlySet<OutboxState['name']> = new Set(['pending', 'sending', 'probing']);

/**
 * Until there is something to tell of an act of submitting; the rest is on the screen of the outbox. Resolves with the
 * state that was seen last where the entry leaves the outbox, or where `patience` aborts before.
 */
export function untilDecided(entryId: string, patience?: AbortSignal): Promise<OutboxState> {
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
