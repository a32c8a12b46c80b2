import type { JobLogReading } from '@/api/jobs/job-log-query';
import type { LogLine } from '@/api/live/overlay';

export type LogView =
  | { kind: 'text'; text: string; notice: string | null }
  /** No log, and nothing wrong with that. */
  | { kind: 'calm'; title: string; text: string }
  | { kind: 'unknown' };

export interface LogInput {
  hasLink: boolean;
  reading: JobLogReading | undefined;
  /** Lines that the stream told since this page was opened. */
  lines: readonly LogLine[];
  isRunning: boolean;
}

export function logToShow({ hasLink, reading, lines, isRunning }: LogInput): LogView {
  if (reading?.kind === 'text' && (reading.log.text !== '' || reading.log.truncated)) {
    const { text, truncated, complete } = reading.log;
    const notices = [
      truncated ? 'The beginning was dropped by the surface; this is the end of the log.' : null,
      complete || isRunning ? null : 'The surface says that this log is not complete.',
    ];
    return { kind: 'text', text, notice: notices.filter(Boolean).join(' ') || null };
  }
  if (lines.length > 0) {
    return {
      kind: 'text',
      text: lines.map(({ level, message }) => `${level === 'info' ? '' : `${level}: `}${message}`).join('\n'),
      notice: 'Live, from when this page was opened.',
    };
  }
  if (!hasLink) {
    return { kind: 'calm', title: 'This surface keeps no logs', text: 'It offers no log for any of its jobs.' };
  }
  switch (reading?.kind) {
    case 'unavailable':
      return { kind: 'calm', title: 'No log here', text: 'This surface does not hand out the log of this job.' };
    case 'none':
    case 'text':
      return isRunning
        ? { kind: 'calm', title: 'No log yet', text: 'Lines appear here once the run prints any.' }
        : { kind: 'calm', title: 'This job has no log', text: 'It printed nothing, or nothing was kept of it.' };
    default:
      return { kind: 'unknown' };
  }
}
