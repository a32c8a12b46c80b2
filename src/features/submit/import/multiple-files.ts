import { useMultipleFilesRequest, type MultipleFilesChoice } from './multiple-files-store';

/** Asks how to use several files. Returns `null` if the user cancels. */
export function openMultipleFilesDialog(
  files: number,
  inputs: number,
  slotLabel: string,
): Promise<MultipleFilesChoice | null> {
  return new Promise((resolve) => {
    const response = (choice: MultipleFilesChoice | null) => {
      useMultipleFilesRequest.setState({ request: null });
      resolve(choice);
    };
    useMultipleFilesRequest.setState({ request: { files, inputs, slotLabel, answer: response } });
  });
}
