import { create } from 'zustand';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../input-request';

export interface ZipRequest {
  surface: Surface;
  files: readonly HeldFile[];
  /** What the files are of: the name of the zip. */
  title: string;
  /** What is not among them, where somebody might expect it. */
  note?: string | null;
}

/** Asked for wherever several files stand together; the shell puts the dialog over any page. */
export const useZipRequest = create<{ request: ZipRequest | null }>(() => ({ request: null }));

export function askForZip(request: ZipRequest | null): void {
  useZipRequest.setState({ request });
}
