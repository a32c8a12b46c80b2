import type { LogFrame, PreviewFrame } from '@contract/jobs/events';
import type { Output, Progress } from '@contract/jobs/schemas';
import type { z } from 'zod/mini';

/**
 * Events of one job that no GET has confirmed yet. Times are monotonic (`performance.now()`), so that they compare with the start
 * of a request even if the system clock changes.
 */
export interface JobOverlay {
  /** Only non-terminal statuses: a terminal status counts once a GET confirms it (rule J-6.08). */
  status: { value: string; queuePosition: number | null | undefined; at: number } | null;
  progress: { snapshot: Progress; at: number } | null;
  /** The newest preview only. */
  preview: Preview | null;
  /** In order of arrival. */
  outputs: readonly { output: Output; at: number }[];
  /** Tail of the log. */
  log: readonly LogLine[];
  /** The stream reported a terminal status; the job must be fetched. */
  isFinished: boolean;
}

export type Preview = z.infer<typeof PreviewFrame> & { at: number };
export type LogLine = z.infer<typeof LogFrame>;

export const MAX_LIVE_LOG_LINES = 2000;

export const EMPTY_OVERLAY: JobOverlay = {
  status: null,
  progress: null,
  preview: null,
  outputs: [],
  log: [],
  isFinished: false,
};
