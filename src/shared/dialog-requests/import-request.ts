import { create } from 'zustand';

/** A dropped, pasted or chosen export; the shell shows the import dialog over any page. */
export const useImportRequest = create<{ file: File | null }>(() => ({ file: null }));

export function openImportDialog(file: File | null): void {
  useImportRequest.setState({ file });
}

/** Opens the file picker first. */
export function chooseImport(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.ndjson,application/json,application/x-ndjson';
  input.addEventListener('change', () => openImportDialog(input.files?.[0] ?? null));
  input.click();
}
