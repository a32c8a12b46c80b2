import { openDialog } from './dialogs';

/** Opens the file picker, then the import dialog. */
export function chooseImport(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.ndjson,application/json,application/x-ndjson';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) openDialog('import', { file });
  });
  input.click();
}
