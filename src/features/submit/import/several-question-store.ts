import { create } from 'zustand';

/** If there are more files than inputs: one run per file, or as many as fit into one run. */
export type SeveralChoice = 'each' | 'fill';

interface Question {
  files: number;
  /** Number of matching inputs. */
  inputs: number;
  slotLabel: string;
  answer: (choice: SeveralChoice | null) => void;
}

export const useSeveralQuestion = create<{ question: Question | null }>(() => ({ question: null }));
