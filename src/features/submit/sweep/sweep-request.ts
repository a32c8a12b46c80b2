import { create } from 'zustand';

/** What opened the sweep of a draft. */
export interface SweepRequest {
  draftId: string;
  /** The input to sweep, by field key; `null` for none in particular. */
  fieldKey: string | null;
  /** The input was only focused: it starts the first axis, and adds none to a plan that has some. */
  isHint: boolean;
}

interface OpenSweep {
  request: SweepRequest | null;
  /** The dialog, whose code loads when it opens, has added the requested axis. */
  isApplied: boolean;
}

export const useSweepRequest = create<OpenSweep>(() => ({ request: null, isApplied: false }));

export function openSweep(request: SweepRequest): void {
  useSweepRequest.setState({ request, isApplied: false });
}

export function closeSweep(): void {
  useSweepRequest.setState({ request: null, isApplied: false });
}
