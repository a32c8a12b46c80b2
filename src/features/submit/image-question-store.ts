import { create } from 'zustand';

/** A picture that carries a workflow, dropped on a workflow that takes pictures: which of the two is meant? */
export type PictureChoice = 'input' | 'workflow';

interface Question {
  fileName: string;
  slotLabel: string;
  answer: (choice: PictureChoice | null) => void;
}

export const usePictureQuestion = create<{ question: Question | null }>(() => ({ question: null }));
