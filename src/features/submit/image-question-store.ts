import { create } from 'zustand';

/** A picture that carries a workflow, dropped on a workflow that takes pictures: which of the two is meant? */
export type ImageChoice = 'input' | 'workflow';

interface Question {
  fileName: string;
  slotLabel: string;
  answer: (choice: ImageChoice | null) => void;
}

export const useImageQuestion = create<{ question: Question | null }>(() => ({ question: null }));
