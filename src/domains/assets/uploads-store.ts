import { create } from 'zustand';
import type { Asset } from '@contract/jobs/schemas';

/** State of an upload; sizes in bytes. */
export type UploadState =
  /** Waiting for the hash worker or for one of the two upload connections. */
  | { phase: 'waiting'; total: number }
  | { phase: 'hashing'; done: number; total: number }
  /** Checking whether the surface has these bytes, or waiting for an upload of the same file in progress. */
  | { phase: 'checking'; total: number }
  | { phase: 'uploading'; sent: number; total: number; bytesPerS: number | null; msLeft: number | null }
  /** By the user. `done` bytes had been hashed or sent, and are again once it is resumed. */
  | { phase: 'paused'; during: 'waiting' | 'hashing' | 'uploading'; done: number; total: number }
  | { phase: 'done'; asset: Asset; sent: number; total: number }
  | { phase: 'failed'; message: string; total: number }
  | { phase: 'canceled'; total: number };

/** A file that was added to the library of a server. */
export interface LibraryUpload {
  id: string;
  surfaceId: string;
  file: File;
  stop: AbortController;
}

interface Uploads {
  /** By upload id. High-rate client state: the surface is the source of truth for assets. */
  uploads: Readonly<Record<string, UploadState>>;
  /** Those of the Assets page, which may be left and opened again meanwhile. */
  library: readonly LibraryUpload[];
}

export const useUploads = create<Uploads>(() => ({ uploads: {}, library: [] }));

export function setUpload(id: string, state: UploadState): void {
  useUploads.setState(({ uploads }) => ({ uploads: { ...uploads, [id]: state } }));
}

export function forgetUpload(id: string): void {
  useUploads.setState(({ uploads }) => {
    const { [id]: _forgotten, ...rest } = uploads;
    return { uploads: rest };
  });
}

/** Returns true until the upload is over, also while it is paused. */
export function isUploading(state: UploadState | undefined): boolean {
  return state !== undefined && !['done', 'failed', 'canceled'].includes(state.phase);
}

export function isPaused(state: UploadState | undefined): state is UploadState & { phase: 'paused' } {
  return state?.phase === 'paused';
}
