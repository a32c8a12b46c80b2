import type { Surface } from '@/api/surface';
import type { HeldFile } from './input-request';

/** A file and its server. */
export interface FileAt {
  surface: Surface;
  file: HeldFile;
}

/** Pairs files of one server with it. */
export function filesAt(surface: Surface, files: readonly HeldFile[]): FileAt[] {
  return files.map((file) => ({ surface, file }));
}
