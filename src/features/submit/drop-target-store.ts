import { create } from 'zustand';
import type { MediaKind } from '@contract/workflow/node-definitions';

/** What an open editor can take: read by the window's drop answer, which knows nothing of editors. */
export interface DropTarget {
  slots: readonly DropSlot[];
  /** The slot that a drop beside the fields goes to. */
  preferred: DropSlot | null;
  attach: (key: string, file: File) => void;
}

export interface DropSlot {
  key: string;
  media: MediaKind;
  /** Such as "Load image 10". */
  label: string;
}

export const useDropTarget = create<{ target: DropTarget | null }>(() => ({ target: null }));
