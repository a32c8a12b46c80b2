import { create } from 'zustand';
import type { SweepForm } from '@/domains/drafts/sweep-form';

/** What opened the sweep of a draft. */
export interface SweepRequest {
  draftId: string;
  /** The input to sweep, by field key; `null` for none in particular. */
  fieldKey: string | null;
  /** The input was only focused: it starts the first axis, and adds none to a plan that has some. */
  isHint: boolean;
  /** The batch whose axes replace the plan. */
  batchId?: string;
}

/** What the plan was filled with. */
export interface ReopenedBatch {
  title: string;
  /** Inputs of the draft that the batch does not sweep have other values now. */
  isDraftChanged: boolean;
  /** The plan before; `null` if there was none. */
  previous: SweepForm | null;
}

interface OpenSweep {
  request: SweepRequest | null;
  /** The dialog, whose code loads when it opens, has added the requested axis. */
  isApplied: boolean;
  /** The batch that the plan was filled with, or `missing` if this browser no longer has it; `null` without one. */
  reopened: ReopenedBatch | 'missing' | null;
}

const CLOSED: OpenSweep = { request: null, isApplied: false, reopened: null };

export const useSweepRequest = create<OpenSweep>(() => CLOSED);

export function openSweep(request: SweepRequest): void {
  useSweepRequest.setState({ ...CLOSED, request });
}

export function closeSweep(): void {
  useSweepRequest.setState(CLOSED);
}
