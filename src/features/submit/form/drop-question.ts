import { create } from 'zustand';

/** If there are more files than inputs: one run per file, or as many as fit into one run. */
export type MultipleFilesChoice = 'each' | 'fill';

/** Meaning of a file with an embedded workflow, dropped on a workflow that accepts such files. */
export type MediaChoice = 'input' | 'workflow';

interface Question<Choice> {
  /** Name of the input that gets the files. */
  slotLabel: string;
  /** `null` if the user cancels. */
  answer: (choice: Choice | null) => void;
}

export type MultipleFilesQuestion = Question<MultipleFilesChoice> & {
  files: number;
  /** Number of matching inputs. */
  inputs: number;
};

export type MediaQuestion = Question<MediaChoice> & { fileName: string };

interface DropQuestions {
  multipleFiles: MultipleFilesQuestion | null;
  media: MediaQuestion | null;
}

/** What a drop asks before it does anything. The shell renders the dialogs. */
export const useDropQuestions = create<DropQuestions>(() => ({ multipleFiles: null, media: null }));

/** Asks how to use several files. Returns `null` if the user cancels. */
export function askMultipleFiles(
  files: number,
  inputs: number,
  slotLabel: string,
): Promise<MultipleFilesChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: MultipleFilesChoice | null) => {
      useDropQuestions.setState({ multipleFiles: null });
      resolve(choice);
    };
    useDropQuestions.setState({ multipleFiles: { files, inputs, slotLabel, answer } });
  });
}

/** Asks what a file with an embedded workflow is meant for. Returns `null` if the user cancels. */
export function askMedia(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: MediaChoice | null) => {
      useDropQuestions.setState({ media: null });
      resolve(choice);
    };
    useDropQuestions.setState({ media: { fileName, slotLabel, answer } });
  });
}
