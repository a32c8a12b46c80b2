/** How much of a file tells what it is. */
export const HEAD_CHARS = 4096;

const OUR_FORMAT = /"format"\s*:\s*"flowdeck-(?:job|history)"/;
const OUR_NAME = /^flowdeck-(?:jobs|history)-.*\.(?:json|ndjson)$/i;
/** Exports of jobs that say nothing of themselves: they begin with a job as a surface tells it. */
const FIRST_JOB = /^\s*(?:\[\s*)?\{\s*"id"\s*:\s*"[^"]*"\s*,\s*"status"\s*:\s*"/;
const OUR_TABLE = /^\uFEFF?"?id"?[,;\t]"?title"?[,;\t]"?status"?[,;\t]"?created_at"?/;

export type ExportKind = 'jobs' | 'table';

/** Whether a text is what Flowdeck exports, by its beginning. A workflow is not: its members are nodes. */
export function exportKind(head: string, name: string): ExportKind | null {
  if (OUR_TABLE.test(head)) return 'table';
  return OUR_FORMAT.test(head) || FIRST_JOB.test(head) || OUR_NAME.test(name) ? 'jobs' : null;
}

export const TABLE_PROBLEM = {
  title: 'This is a CSV export',
  explanation: 'CSV exports cannot be imported. Export the jobs as JSON or NDJSON, then drop that file here.',
};
