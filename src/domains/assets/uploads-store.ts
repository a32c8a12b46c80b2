import { create } from 'zustand';
import type { Asset } from '@contract/jobs/schemas';

/** Sizes in bytes. */
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
  /** Those of the gallery, which may be left and opened again meanwhile. */
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

export interface UploadAttempt {
  /** Aborts when the user pauses or cancels the upload. */
  stop: AbortSignal;
  show: (state: UploadState) => void;
  /** A pause ended the attempt before: the server may have its file. */
  isResumed: boolean;
}

const running = new Map<string, { pause: () => void; resume: () => void }>();

/** Ends the request of an upload, which frees its connection. */
export function pauseUpload(id: string): void {
  running.get(id)?.pause();
}

export function resumeUpload(id: string): void {
  running.get(id)?.resume();
}

/**
 * Runs an upload in attempts: the API cannot continue one, so a pause ends the attempt, and the next one begins at the start when the
 * user resumes it. An attempt that succeeds in spite of the pause is the last one.
 * @param signal cancels the upload, also while it is paused
 */
export async function runPausable<T>(
  id: string,
  signal: AbortSignal,
  attempt: (attempt: UploadAttempt) => Promise<T>,
): Promise<T> {
  const now = { attempt: new AbortController(), isPaused: false, wake: () => {} };
  running.set(id, {
    pause: () => {
      const state = useUploads.getState().uploads[id];
      if (!state || isPaused(state) || !isUploading(state)) return;
      now.isPaused = true;
      setUpload(id, paused(state));
      now.attempt.abort();
    },
    resume: () => {
      const state = useUploads.getState().uploads[id];
      if (!state || !isPaused(state)) return;
      now.isPaused = false;
      setUpload(id, { phase: 'waiting', total: state.total });
      now.wake();
    },
  });
  try {
    for (let isResumed = false; ; isResumed = true) {
      const own = new AbortController();
      now.attempt = own;
      const show = (state: UploadState) => {
        if (!own.signal.aborted) setUpload(id, state);
      };
      try {
        return await attempt({ stop: AbortSignal.any([signal, own.signal]), show, isResumed });
      } catch (error) {
        if (signal.aborted || !own.signal.aborted) throw error;
      }
      while (now.isPaused) {
        const resumed = new Promise<void>((resolve) => (now.wake = resolve));
        await Promise.race([resumed, rejectOnAbort(signal)]);
      }
    }
  } finally {
    running.delete(id);
  }
}

/** Rejects with the reason of the signal once it aborts; never resolves. */
export async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function paused(state: UploadState): UploadState {
  const { phase, total } = state;
  if (phase === 'hashing') return { phase: 'paused', during: 'hashing', done: state.done, total };
  if (phase === 'uploading') return { phase: 'paused', during: 'uploading', done: state.sent, total };
  return { phase: 'paused', during: 'waiting', done: 0, total };
}
