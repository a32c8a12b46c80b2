import type { LogFrame, PreviewFrame } from '@contract/jobs/events';
import type { Output, Progress } from '@contract/jobs/schemas';
import type { z } from 'zod/mini';

/**
 * What the event stream told about one job and no GET has confirmed yet. Instants are monotonic
 * (`performance.now()`), so that they compare with the start of a request whatever the clock of the machine does.
 */
export interface JobOverlay {
  /** Only statuses that are not final: an end is true once a GET says so (rule J-6.08). */
  status: { value: string; queuePosition: number | null | undefined; at: number } | null;
  progress: { snapshot: Progress; at: number } | null;
  /** The newest only; a new one replaces it. */
  preview: Preview | null;
  /** In order of arrival. */
  outputs: readonly { output: Output; at: number }[];
  /** The tail of what the run printed. */
  log: readonly LogLine[];
  /** The stream told the end; the job is to be read. */
  hasEnded: boolean;
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
  hasEnded: false,
};
