import { create } from 'zustand';

/** Dropped, pasted or chosen: the shell asks over any page whether its jobs are to be taken. */
export const useImportRequest = create<{ file: File | null }>(() => ({ file: null }));

export function openImportDialog(file: File | null): void {
  useImportRequest.setState({ file });
}

/** Lets a file be chosen first. */
export function chooseImport(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.ndjson,application/json,application/x-ndjson';
  input.addEventListener('change', () => openImportDialog(input.files?.[0] ?? null));
  input.click();
}
