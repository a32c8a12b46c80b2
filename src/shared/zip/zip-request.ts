import { create } from 'zustand';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../input-request';

/** A file, and the server that has it. */
export interface FileAt {
  surface: Surface;
  file: HeldFile;
}

export interface ZipRequest {
  /** Of one server or of several. */
  files: readonly FileAt[];
  /** What the files are of: the name of the zip. */
  title: string;
  /** What is not among them, where somebody might expect it. */
  note?: string | null;
}

/** Files of one server. */
export function filesAt(surface: Surface, files: readonly HeldFile[]): FileAt[] {
  return files.map((file) => ({ surface, file }));
}

/** Asked for wherever several files stand together; the shell puts the dialog over any page. */
export const useZipRequest = create<{ request: ZipRequest | null }>(() => ({ request: null }));

export function openZipDialog(request: ZipRequest | null): void {
  useZipRequest.setState({ request });
}
