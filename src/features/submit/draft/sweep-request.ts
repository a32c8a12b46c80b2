import type { DraftEditor } from './draft-editor';
import type { SweepRequest } from './session-state';

export function openSweep({ store }: DraftEditor, request: SweepRequest): void {
  store.setState({ sweep: { request, isApplied: false, reopened: null } });
}

export function closeSweep({ store }: DraftEditor): void {
  store.setState({ sweep: null });
}
