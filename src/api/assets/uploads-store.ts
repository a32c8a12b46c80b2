import { create } from 'zustand';
import type { Asset } from '@contract/jobs/schemas';

/** Where one file is on its way to a surface. Bytes. */
export type UploadState =
  /** In line for the hash worker or for one of the two upload connections. */
  | { phase: 'waiting'; total: number }
  | { phase: 'hashing'; done: number; total: number }
  /** Asking whether the surface has these bytes, or waiting for the same file that is already on its way. */
  | { phase: 'checking'; total: number }
  | { phase: 'uploading'; sent: number; total: number; bytesPerS: number | null; msLeft: number | null }
  | { phase: 'done'; asset: Asset; sent: number; total: number }
  | { phase: 'failed'; message: string; total: number }
  | { phase: 'canceled'; total: number };

interface Uploads {
  /** By upload id. High-rate client state: the truth about assets is the surface's. */
  uploads: Readonly<Record<string, UploadState>>;
}

export const useUploads = create<Uploads>(() => ({ uploads: {} }));

export function setUpload(id: string, state: UploadState): void {
  useUploads.setState(({ uploads }) => ({ uploads: { ...uploads, [id]: state } }));
}

export function forgetUpload(id: string): void {
  useUploads.setState(({ uploads }) => {
    const { [id]: _forgotten, ...rest } = uploads;
    return { uploads: rest };
  });
}

export function isUnderWay(state: UploadState | undefined): boolean {
  return state !== undefined && !['done', 'failed', 'canceled'].includes(state.phase);
}
