import { create } from 'zustand';
import { writeSetting, readText } from '@/lib/local-storage';
import { useImageQuestion, type ImageChoice } from './image-question-store';

const STORAGE_KEY = 'flowdeck.picture-drop';

/** What a dropped image with a workflow means where it could also be an input; `null` asks. */
export const useImageChoice = create<{ choice: ImageChoice | null }>(() => ({ choice: readChoice() }));

export function setImageChoice(choice: ImageChoice | null): void {
  useImageChoice.setState({ choice });
  writeSetting(STORAGE_KEY, choice);
}

/** Asks once and remembers the answer, which the settings can change. Returns `null` if the user wants neither. */
export function openImageChoice(fileName: string, slotLabel: string): Promise<ImageChoice | null> {
  const { choice: known } = useImageChoice.getState();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const answer = (choice: ImageChoice | null) => {
      useImageQuestion.setState({ question: null });
      if (choice) setImageChoice(choice);
      resolve(choice);
    };
    useImageQuestion.setState({ question: { fileName, slotLabel, answer } });
  });
}

function readChoice(): ImageChoice | null {
  const choice = readText(STORAGE_KEY);
  return choice === 'input' || choice === 'workflow' ? choice : null;
}
