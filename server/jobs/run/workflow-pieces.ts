import type { Pause } from '@contract/slices';
import type { AppDeps } from '../../deps';
import { nextTurn } from './pauses';

/** Writing this many characters takes some milliseconds and blocks everything else. */
export const PIECE_LENGTH = 1024 ** 2;

/**
 * Stores a large workflow in pieces before its job, since a single write of 15 MB would block every request. The pieces are
 * synced with the record of the job.
 * @returns the last piece, for that record
 */
export async function storePieces(
  deps: Pick<AppDeps, 'store' | 'log'>,
  jobId: string,
  workflowText: string,
  pause: Pause,
): Promise<string> {
  const { store } = deps;
  let start = 0;
  try {
    while (workflowText.length - start > PIECE_LENGTH) {
      const end = endOfPiece(workflowText, start);
      const piece = workflowText.slice(start, end);
      store.transaction(() => store.jobs.putWorkflowPiece(jobId, piece), { quick: true });
      start = end;
      await pause();
    }
  } catch (error) {
    deletePieces(deps, jobId);
    throw error;
  }
  return workflowText.slice(start);
}

/** Deletes the pieces of a job that was not created. If that fails, the next start deletes them. */
export function deletePieces({ store, log }: Pick<AppDeps, 'store' | 'log'>, jobId: string): void {
  try {
    store.jobs.dropWorkflowPieces(jobId);
  } catch (error) {
    log.warn({ jobId, err: error }, 'Could not remove the workflow of a job that was not made');
  }
}

/** A piece must not end within a surrogate pair. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_LENGTH;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** `null` if it no longer exists. */
export async function readWorkflowText({ store }: Pick<AppDeps, 'store'>, jobId: string): Promise<string | null> {
  const pieces: string[] = [];
  for (const piece of store.jobs.workflowPieces(jobId)) {
    if (pieces.length > 0) await nextTurn();
    pieces.push(piece);
  }
  return pieces.length === 0 ? null : pieces.join('');
}
