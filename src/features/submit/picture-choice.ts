import { keepText, readText } from '@/lib/kept-text';
import { usePictureQuestion, type PictureChoice } from './picture-question-store';

const STORAGE_KEY = 'flowdeck.picture-drop';

function remembered(): PictureChoice | null {
  const choice = readText(STORAGE_KEY);
  return choice === 'input' || choice === 'workflow' ? choice : null;
}

/** Asks once; the answer counts from then on, and for this time only where storage is switched off. Null: the user wants neither. */
export function askPictureChoice(fileName: string, slotLabel: string): Promise<PictureChoice | null> {
  const known = remembered();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const answer = (choice: PictureChoice | null) => {
      usePictureQuestion.setState({ question: null });
      if (choice) keepText(STORAGE_KEY, choice);
      resolve(choice);
    };
    usePictureQuestion.setState({ question: { fileName, slotLabel, answer } });
  });
}
