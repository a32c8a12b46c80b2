import { create } from 'zustand';
import type { Asset } from '@contract/jobs/schemas';
import type { MediaKind } from '@contract/workflow/node-definitions';

/** A file staged on one page for an input on another. */
export interface StagedFile {
  surfaceId: string;
  asset: Asset;
  name: string;
  media: MediaKind;
}

/** Cleared when the file is used or dismissed, and not stored. */
export const useStagedFile = create<{ staged: StagedFile | null }>(() => ({ staged: null }));

export function stageFile(staged: StagedFile | null): void {
  useStagedFile.setState({ staged });
}
