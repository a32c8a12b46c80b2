import { useSeveralQuestion, type SeveralChoice } from './several-question-store';

/** Asks how to use several files. Returns `null` if the user cancels. */
export function openSeveralFilesDialog(
  files: number,
  inputs: number,
  slotLabel: string,
): Promise<SeveralChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: SeveralChoice | null) => {
      useSeveralQuestion.setState({ question: null });
      resolve(choice);
    };
    useSeveralQuestion.setState({ question: { files, inputs, slotLabel, answer } });
  });
}
