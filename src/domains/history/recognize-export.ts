import { t } from '@/lib/i18n/messages';

/** Number of leading characters that are enough to recognize a file. */
export const HEAD_CHARS = 4096;

const OUR_FORMAT = /"format"\s*:\s*"flowdeck-(?:job|history)"/;
const OUR_NAME = /^flowdeck-(?:jobs|history)-.*\.(?:json|ndjson)$/i;
/** Exports without metadata, which begin with a job of the API. */
const FIRST_JOB = /^\s*(?:\[\s*)?\{\s*"id"\s*:\s*"[^"]*"\s*,\s*"status"\s*:\s*"/;
const OUR_TABLE = /^\uFEFF?"?id"?[,;\t]"?title"?[,;\t]"?status"?[,;\t]"?created_at"?/;

export type ExportKind = 'jobs' | 'table';

/** Returns the kind of Flowdeck export by the start of the text; `null` for other files such as workflows. */
export function exportKind(head: string, name: string): ExportKind | null {
  if (OUR_TABLE.test(head)) return 'table';
  return OUR_FORMAT.test(head) || FIRST_JOB.test(head) || OUR_NAME.test(name) ? 'jobs' : null;
}

export function tableProblem() {
  return {
    title: t('This is a CSV export'),
    explanation: t('CSV exports cannot be imported. Export the jobs as JSON or NDJSON, then drop that file here.'),
  };
}
