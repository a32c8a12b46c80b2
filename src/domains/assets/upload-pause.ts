import { isPaused, isUploading, setUpload, useUploads, type UploadState } from './uploads-store';

/** One of the attempts to upload a file. */
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
