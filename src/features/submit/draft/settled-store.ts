import { createStore, type StoreApi } from 'zustand/vanilla';
import { afterPaint } from '@/lib/after-paint';
import type { SessionState } from './session-state';

/**
 * Returns a store that follows another one. Changed values arrive after the next paint, and everything else at once: what depends on
 * every field of a large form would delay the paint of a key.
 */
export function settledStore(source: StoreApi<SessionState>): StoreApi<SessionState> {
  const settled = createStore<SessionState>(() => source.getState());
  let isWaiting = false;
  const followAfterPaint = async () => {
    isWaiting = true;
    await afterPaint();
    isWaiting = false;
    settled.setState(source.getState(), true);
  };
  source.subscribe((state, before) => {
    if (isWaiting) return;
    if (state.values === before.values && state.typed === before.typed) settled.setState(state, true);
    else void followAfterPaint();
  });
  return settled;
}
