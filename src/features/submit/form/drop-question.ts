import { closeDialog, openDialog } from '@/shared/dialog-requests/dialogs';
import type { MediaChoice, MultipleFilesChoice } from '@/shared/dialog-requests/drop-questions';

/** Asks how to use several files. Returns `null` if the user cancels. */
export function askMultipleFiles(
  files: number,
  inputs: number,
  slotLabel: string,
): Promise<MultipleFilesChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: MultipleFilesChoice | null) => {
      closeDialog('multipleFiles');
      resolve(choice);
    };
    openDialog('multipleFiles', { files, inputs, slotLabel, answer });
  });
}

/** Asks what a file with an embedded workflow is meant for. Returns `null` if the user cancels. */
export function askMedia(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: MediaChoice | null) => {
      closeDialog('media');
      resolve(choice);
    };
    openDialog('media', { fileName, slotLabel, answer });
  });
}
