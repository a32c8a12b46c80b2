import { create } from 'zustand';

/** If there are more files than inputs: one run per file, or as many as fit into one run. */
export type MultipleFilesChoice = 'each' | 'fill';

interface DialogRequest {
  files: number;
  /** Number of matching inputs. */
  inputs: number;
  slotLabel: string;
  answer: (choice: MultipleFilesChoice | null) => void;
}

export const useMultipleFilesRequest = create<{ request: DialogRequest | null }>(() => ({ request: null }));
