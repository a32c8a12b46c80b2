import { create } from 'zustand';
import type { Surface } from '@/api/surface';
import type { HeldFile } from '../dialog-requests/input-request';

/** A file and its server. */
export interface FileAt {
  surface: Surface;
  file: HeldFile;
}

/** A text file that describes the others. */
export interface ZipAddition {
  name: string;
  /** @param stored name of each file in the zip; without those that were lost */
  textOf: (stored: ReadonlyMap<HeldFile, string>) => string;
}

export interface ZipRequest {
  /** Files of one or several servers. */
  files: readonly FileAt[];
  /** Name of the zip. */
  title: string;
  /** Note about files that are not included. */
  note?: string | null;
  addition?: ZipAddition;
}

/** Pairs files of one server with it. */
export function filesAt(surface: Surface, files: readonly HeldFile[]): FileAt[] {
  return files.map((file) => ({ surface, file }));
}

/** Request to save listed files as a zip; the shell renders the dialog over any page. */
export const useZipRequest = create<{ request: ZipRequest | null }>(() => ({ request: null }));

export function openZipDialog(request: ZipRequest | null): void {
  useZipRequest.setState({ request });
}
