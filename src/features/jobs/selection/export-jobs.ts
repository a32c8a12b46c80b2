import type { ListedJob, Output } from '@contract/jobs/schemas';
import type { JobAnnotation } from '@/domains/annotations/job-annotation';
import { EXPORT_FORMAT, EXPORT_VERSION, type ExportNote } from '@/domains/history/export-metadata';
import type { Surface } from '@/api/surface';
import { csvText } from '@/lib/csv';
import { msg, type Message } from '@/lib/i18n/messages';
import { jobTimes, runTimeMs, waitTimeMs } from '../job/job-times';
import { jobTitle } from '../job/job-title';

export type ExportFormat = 'json' | 'ndjson' | 'csv';

export const EXPORT_FORMATS: Readonly<Record<ExportFormat, { label: Message; contentType: string }>> = {
  json: { label: msg('JSON'), contentType: 'application/json' },
  ndjson: { label: msg('NDJSON, one job a line'), contentType: 'application/x-ndjson' },
  csv: { label: msg('CSV for a spreadsheet'), contentType: 'text/csv' },
};

/** Jobs of one server. */
export interface ExportPart {
  surface: Surface;
  jobs: readonly ListedJob[];
  markOf: (jobId: string) => JobAnnotation | undefined;
  /** Returns the text of the graph without line breaks and secrets; `undefined` if it is not exported. */
  workflowOf: (jobId: string) => string | undefined;
}

/** Both JSON formats have one job per line, so that a damaged file can still be read in part. */
export function exportText(parts: readonly ExportPart[], format: ExportFormat, now: Date): string {
  const entries = () => parts.flatMap((part) => part.jobs.map((job) => entry(job, part, now)));
  switch (format) {
    case 'json':
      return `[\n${entries().join(',\n')}\n]\n`;
    case 'ndjson':
      return entries()
        .map((line) => `${line}\n`)
        .join('');
    case 'csv':
      return csv(parts);
  }
}

/** `flowdeck-jobs-2026-11-21.csv` */
export function exportFileName(format: ExportFormat, now: Date): string {
  return `flowdeck-jobs-${now.toISOString().slice(0, 10)}.${format}`;
}

/** Embeds the workflow as text: its numbers exceed the precision of JavaScript. */
function entry(job: ListedJob, { surface, markOf, workflowOf }: ExportPart, now: Date): string {
  const mark = markOf(job.id);
  const note: ExportNote = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exported_at: now.toISOString(),
    surface: { id: surface.id, name: surface.name, address: surface.remote?.jobs ?? surface.baseUrl ?? '' },
    ...(mark?.isStarred ? { starred: true } : {}),
    ...(mark && mark.tags.length > 0 ? { tags: [...mark.tags] } : {}),
    ...(mark?.rating ? { rating: mark.rating } : {}),
  };
  const workflow = workflowOf(job.id);
  const properties = [
    `"flowdeck":${withProperty(JSON.stringify(note), workflow)}`,
    JSON.stringify(exported(job)).slice(1),
  ];
  return `{${properties.join(',')}`;
}

function withProperty(object: string, workflow: string | undefined): string {
  return workflow === undefined ? object : `${object.slice(0, -1)},"workflow":${workflow}}`;
}

/** The job as reported by the surface, without content URLs: anyone with such a URL can read the file. */
function exported(job: ListedJob): object {
  return { ...job, ...(job.outputs ? { outputs: job.outputs.map(withoutUrl) } : {}) };
}

function withoutUrl({ url: _url, url_expires_at: _expiry, ...output }: Output): object {
  return output;
}

type Column = readonly [name: string, value: (job: ListedJob, surface: Surface) => string | number | null | undefined];

const COLUMNS: readonly Column[] = [
  ['id', ({ id }) => id],
  ['title', jobTitle],
  ['status', ({ status }) => status],
  ['created_at', ({ created_at }) => created_at],
  ['started_at', ({ started_at }) => started_at],
  ['completed_at', ({ completed_at }) => completed_at],
  ['wait_seconds', (job) => seconds(job.started_at ? waitTimeMs(jobTimes(job), 0) : null)],
  ['run_seconds', (job) => seconds(job.completed_at ? runTimeMs(jobTimes(job), 0) : null)],
  ['outputs', ({ outputs }) => outputs?.length],
  ['output_names', ({ outputs }) => outputs?.map(({ name }) => name).join(' ')],
  ['error_code', ({ error }) => error?.code],
  ['error_node', ({ error }) => error?.node_id],
  ['error_message', ({ error }) => error?.message],
  ['server', (_job, { name }) => name],
];

function csv(parts: readonly ExportPart[]): string {
  const rows = parts.flatMap(({ surface, jobs }) => jobs.map((job) => COLUMNS.map(([, value]) => value(job, surface))));
  return csvText([COLUMNS.map(([name]) => name), ...rows]);
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms) / 1000;
}
