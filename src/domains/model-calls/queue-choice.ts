import { MAX_PER_KIND } from '@/api/connections';
import type { RunRecord } from './run-record';

/** A call that takes this long should not occupy a connection. */
export const LONG_CALL_MS = 20_000;

/**
 * Returns true if the queue suits the next call of a model better than an open request, which is quicker for short calls.
 * That is the case if the last call was long or all connections for calls are in use.
 */
export function prefersQueue(runs: readonly RunRecord[], surfaceId: string, modelId: string): boolean {
  const open = runs.filter(({ state, delivery }) => state.name === 'in_flight' && delivery !== 'queue');
  if (open.length >= MAX_PER_KIND) return true;
  const finished = runs
    .filter((run) => run.surfaceId === surfaceId && run.modelId === modelId && hasDuration(run))
    .sort((left, right) => right.createdAt - left.createdAt)[0];
  return finished !== undefined && isLong(finished);
}

function hasDuration({ state }: RunRecord): boolean {
  return state.name === 'done' || (state.name === 'collectable' && state.why === 'deadline');
}

function isLong({ state }: RunRecord): boolean {
  return state.name !== 'done' || state.answer.durationMs >= LONG_CALL_MS;
}
