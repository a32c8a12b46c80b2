import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';
import { usePictureQuestion, type PictureChoice } from './image-question-store';

const STORAGE_KEY = 'flowdeck.picture-drop';

/** What a dropped image with a workflow means where it could also be an input; `null` asks. */
export const usePictureChoice = create<{ choice: PictureChoice | null }>(() => ({ choice: readChoice() }));

export function setPictureChoice(choice: PictureChoice | null): void {
  usePictureChoice.setState({ choice });
  writeSetting(STORAGE_KEY, choice);
}

/** Asks once and remembers the answer, which the settings can change. Returns `null` if the user wants neither. */
export function askPictureChoice(fileName: string, slotLabel: string): Promise<PictureChoice | null> {
  const { choice: known } = usePictureChoice.getState();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const answer = (choice: PictureChoice | null) => {
      usePictureQuestion.setState({ question: null });
      if (choice) setPictureChoice(choice);
      resolve(choice);
    };
    usePictureQuestion.setState({ question: { fileName, slotLabel, answer } });
  });
}

function readChoice(): PictureChoice | null {
  const choice = readText(STORAGE_KEY);
  return choice === 'input' || choice === 'workflow' ? choice : null;
}
