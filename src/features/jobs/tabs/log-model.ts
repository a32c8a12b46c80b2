import type { FetchedJobLog } from '@/features/jobs/tabs/log/job-log-query';
import type { LogLine } from '@/api/live/merge-job';
import { t } from '@/lib/i18n/messages';

export type LogView =
  | { kind: 'text'; text: string; notice: string | null }
  /** There is no log, which is not an error. */
  | { kind: 'calm'; title: string; text: string }
  | { kind: 'unknown' };

export interface LogInput {
  hasLink: boolean;
  fetched: FetchedJobLog | undefined;
  /** Lines from the stream since the page was opened. */
  lines: readonly LogLine[];
  isRunning: boolean;
}

export function logToShow({ hasLink, fetched, lines, isRunning }: LogInput): LogView {
  if (fetched?.kind === 'text' && (fetched.log.text !== '' || fetched.log.truncated)) {
    const { text, truncated, complete } = fetched.log;
    const notices = [
      truncated ? t('Truncated: showing the end of the log.') : null,
      complete || isRunning ? null : t('The log is incomplete.'),
    ];
    return { kind: 'text', text, notice: notices.filter(Boolean).join(' ') || null };
  }
  if (lines.length > 0) {
    return {
      kind: 'text',
      text: lines.map(({ level, message }) => `${level === 'info' ? '' : `${level}: `}${message}`).join('\n'),
      notice: t('Live, from when this page was opened.'),
    };
  }
  if (!hasLink) {
    return { kind: 'calm', title: t('Logs not available'), text: t('This server does not provide logs.') };
  }
  switch (fetched?.kind) {
    case 'unavailable':
      return { kind: 'calm', title: t('Log unavailable'), text: t('The log of this job is not available.') };
    case 'none':
    case 'text':
      return isRunning
        ? { kind: 'calm', title: t('No log yet'), text: t('Log lines appear here during the run.') }
        : { kind: 'calm', title: t('No log output'), text: t('The run produced no log output.') };
    default:
      return { kind: 'unknown' };
  }
}
