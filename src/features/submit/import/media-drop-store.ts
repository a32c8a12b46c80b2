import { create } from 'zustand';

/** Meaning of a file with an embedded workflow, dropped on a workflow that accepts such files. */
export type MediaChoice = 'input' | 'workflow';

interface DialogRequest {
  fileName: string;
  slotLabel: string;
  answer: (choice: MediaChoice | null) => void;
}

export const useMediaDropRequest = create<{ request: DialogRequest | null }>(() => ({ request: null }));
