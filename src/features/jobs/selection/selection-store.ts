import { create } from 'zustand';
import type { Selection } from '@/lib/selection';
import type { ServerJobs } from '@/shared/servers/server-jobs';

export type BulkAction = 'cancel' | 'run_again' | 'export' | 'clear_queue' | 'tags' | 'delete' | 'rename';

/** Requested action with its jobs in their state at that time. The queue is fetched when its dialog opens. */
export interface BulkRequest {
  action: BulkAction;
  servers: readonly ServerJobs[];
}

interface SelectionState {
  selection: Selection<string>;
  request: BulkRequest | null;
}

export const EMPTY_SELECTION: Selection<string> = { ids: new Set(), anchor: null };

/** Separate from the list: each row subscribes to its own state, so a click does not re-render the list. */
export const useSelection = create<SelectionState>(() => ({ selection: EMPTY_SELECTION, request: null }));

export function setSelection(selection: Selection<string>): void {
  useSelection.setState({ selection });
}

export function openAction(action: BulkAction, servers: readonly ServerJobs[] = []): void {
  useSelection.setState({ request: { action, servers } });
}

export function closeAction(): void {
  useSelection.setState({ request: null });
}
