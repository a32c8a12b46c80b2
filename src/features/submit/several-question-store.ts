import { create } from 'zustand';

/** More files than inputs: one run for each of them, or as many as one run takes? */
export type SeveralChoice = 'each' | 'fill';

interface Question {
  files: number;
  /** Inputs that files could go to. */
  inputs: number;
  slotLabel: string;
  answer: (choice: SeveralChoice | null) => void;
}

export const useSeveralQuestion = create<{ question: Question | null }>(() => ({ question: null }));
