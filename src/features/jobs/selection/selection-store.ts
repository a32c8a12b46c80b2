import { create } from 'zustand';
import type { ServerJobs } from '../list-row';
import { NOTHING_CHOSEN, type Selection } from './selection';

export type BulkAction = 'cancel' | 'run_again' | 'export' | 'clear_queue' | 'tags' | 'delete' | 'rename';

/** What was asked for, and of which jobs, as they stood then. The queue is read when its dialog opens. */
export interface BulkRequest {
  action: BulkAction;
  servers: readonly ServerJobs[];
}

interface SelectionState {
  selection: Selection;
  request: BulkRequest | null;
}

/** Apart from the list: a row listens for itself alone, and the list is not drawn again for a tick. */
export const useSelection = create<SelectionState>(() => ({ selection: NOTHING_CHOSEN, request: null }));

export function setSelection(selection: Selection): void {
  useSelection.setState({ selection });
}

export function askFor(action: BulkAction, servers: readonly ServerJobs[] = []): void {
  useSelection.setState({ request: { action, servers } });
}

export function endRequest(): void {
  useSelection.setState({ request: null });
}
