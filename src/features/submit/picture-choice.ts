import { usePictureQuestion, type PictureChoice } from './picture-question-store';

const STORAGE_KEY = 'flowdeck.picture-drop';

function remembered(): PictureChoice | null {
  try {
    const choice = localStorage.getItem(STORAGE_KEY);
    return choice === 'input' || choice === 'workflow' ? choice : null;
  } catch {
    return null;
  }
}

/** Asks once; the answer counts from then on. Null: the user wants neither. */
export function askPictureChoice(fileName: string, slotLabel: string): Promise<PictureChoice | null> {
  const known = remembered();
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const answer = (choice: PictureChoice | null) => {
      usePictureQuestion.setState({ question: null });
      if (choice) {
        try {
          localStorage.setItem(STORAGE_KEY, choice);
        } catch {
          // Storage is switched off: the question comes again next time.
        }
      }
      resolve(choice);
    };
    usePictureQuestion.setState({ question: { fileName, slotLabel, answer } });
  });
}
