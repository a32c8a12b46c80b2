import type { JournalEntry, Machine } from '../machine';

/**
 * Minimal batch: one entry for all cells, so that the tab that holds it knows exactly which cells are in flight. Starting a cell
 * stores a submission whose id combines batch and cell; an existing submission is not stored again.
 */
export interface BatchEntry extends JournalEntry {
  title: string;
  count: number;
  /** Maximum number of jobs in flight. */
  limit: number;
  /** Index of the cell to start next. */
  next: number;
  inFlight: readonly number[];
  isPaused: boolean;
  state: { name: 'ready'; until: number } | { name: 'starting' } | { name: 'watching' };
}

export type BatchEvent =
  | { kind: 'start' }
  | { kind: 'not_written' }
  | { kind: 'started'; isStored: boolean }
  | { kind: 'watch' }
  | { kind: 'watched'; finished: readonly number[] }
  | { kind: 'resume' }
  | { kind: 'user_pause' }
  | { kind: 'user_resume' }
  /** Starts no further cells. */
  | { kind: 'user_stop' };

const PAUSE_MS = 3000;

export const batchMachine: Machine<BatchEntry, BatchEvent, 'start' | 'watch'> = {
  effects: {
    start: { inState: 'starting', isReadOnly: false },
    watch: { inState: 'watching', isReadOnly: true },
  },
  nextAction({ state, next, count, limit, inFlight, isPaused }, now) {
    if (state.name !== 'ready') return { do: 'nothing' };
    if (now < state.until) return { do: 'wait', until: state.until };
    if (!isPaused && next < count && inFlight.length < limit) return { do: 'start' };
    return { do: inFlight.length > 0 ? 'watch' : 'nothing' };
  },
  isActive: ({ next, count, inFlight, isPaused }) => inFlight.length > 0 || (!isPaused && next < count),
  step(batch, event, now) {
    const { state, next, inFlight } = batch;
    const isStarting = state.name === 'starting';
    switch (event.kind) {
      case 'start':
        return { ...batch, state: { name: 'starting' } };
      case 'watch':
        return { ...batch, state: { name: 'watching' } };
      case 'not_written':
        return { ...batch, state: { name: 'ready', until: now + PAUSE_MS } };
      case 'started':
        if (!event.isStored) return { ...batch, state: { name: 'ready', until: now + PAUSE_MS } };
        return { ...batch, next: next + 1, inFlight: [...inFlight, next], state: { name: 'ready', until: now } };
      case 'watched': {
        const left = inFlight.filter((cell) => !event.finished.includes(cell));
        const until = left.length < inFlight.length ? now : now + PAUSE_MS;
        return { ...batch, inFlight: left, state: { name: 'ready', until } };
      }
      case 'resume':
        return state.name === 'ready' ? batch : { ...batch, state: { name: 'ready', until: now } };
      case 'user_pause':
        return { ...batch, isPaused: true };
      case 'user_resume':
        return { ...batch, isPaused: false };
      case 'user_stop':
        return { ...batch, count: Math.min(batch.count, isStarting ? next + 1 : next) };
    }
  },
};
