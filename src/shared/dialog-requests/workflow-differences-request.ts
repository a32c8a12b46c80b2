import type { Surface } from '@/api/surface';

/** A workflow to compare. Its `key` identifies it in the lists of the dialog. */
export type WorkflowSource = { key: string; label: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'draft'; draftId: string }
  | { kind: 'job'; surface: Surface; jobId: string }
);

export interface WorkflowDifferencesRequest {
  /** Its drafts and newest jobs can be chosen too. */
  surface: Surface;
  sources: readonly WorkflowSource[];
  /** Keys of sources; `null` lets the user choose. */
  before: string | null;
  after: string | null;
}

export function jobSource(surface: Surface, jobId: string, label: string): WorkflowSource {
  return { kind: 'job', key: `job ${surface.id} ${jobId}`, label, surface, jobId };
}

export function draftKeyOf(draftId: string): string {
  return `draft ${draftId}`;
}
