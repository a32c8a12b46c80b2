import { z } from 'zod/mini';
import { RATINGS, type JobAnnotation } from '../annotations/job-annotation';
import { readImportedJob } from './imported-job';
import { isInstant, withoutUrls, type HistoryJob } from '../job-record/history-job';

/** Export format of the history of a browser, for backup and transfer. */
const FORMAT = 'flowdeck-history';
const VERSION = 1;

const HistoryFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exported_at: z.catch(z.string(), ''),
  jobs: z.array(z.unknown()),
  /** Stars, tags and ratings; older files have none. */
  marks: z.catch(z.array(z.unknown()), []),
});

const EntryOfFile = z.object({
  surfaceId: z.string().check(z.minLength(1)),
  jobId: z.string().check(z.minLength(1)),
  title: z.string(),
  createdAt: z.number().check(z.refine(isInstant)),
  /** Read by `readImportedJob`. */
  job: z.unknown(),
});

const MarkOfFile = z.object({
  surfaceId: z.string().check(z.minLength(1)),
  jobId: z.string().check(z.minLength(1)),
  isStarred: z.boolean(),
  tags: z.array(z.string()),
  rating: z.catch(z.optional(z.literal(RATINGS)), undefined),
});

/** Removes signed URLs, since a signed URL gives anyone access to the file. */
export function historyText(jobs: readonly HistoryJob[], marks: readonly JobAnnotation[], now: Date): string {
  const kept = jobs.map((remembered) => ({
    ...remembered,
    job: remembered.job && withoutUrls(remembered.job),
  }));
  const file = { format: FORMAT, version: VERSION, exported_at: now.toISOString(), jobs: kept, marks };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** `flowdeck-history-2026-11-21.json` */
export function historyFileName(now: Date): string {
  return `flowdeck-history-${now.toISOString().slice(0, 10)}.json`;
}

export interface ReadHistory {
  jobs: HistoryJob[];
  marks: JobAnnotation[];
  /** `NaN` if it is unknown. */
  exportedAt: number;
  /** Number of entries that are not Flowdeck jobs. */
  skipped: number;
}

/** Reads jobs by the rules of exported jobs (decision 018). Returns `null` if the file is something else. */
export function readHistory(text: string): ReadHistory | null {
  const file = HistoryFile.safeParse(parsed(text));
  if (!file.success) return null;
  const jobs: HistoryJob[] = [];
  for (const entry of file.data.jobs) {
    const { success, data } = EntryOfFile.safeParse(entry);
    const job = success && data.job !== null ? readImportedJob(data.job) : null;
    // A job without details is of use; details that cannot be read, or of another job, are not.
    if (success && (data.job === null || job?.id === data.jobId)) jobs.push({ ...data, job });
  }
  const marks: JobAnnotation[] = [];
  for (const entry of file.data.marks) {
    const { success, data } = MarkOfFile.safeParse(entry);
    if (!success) continue;
    const { rating, ...mark } = data;
    marks.push(rating === undefined ? mark : { ...mark, rating });
  }
  return { jobs, marks, exportedAt: Date.parse(file.data.exported_at), skipped: file.data.jobs.length - jobs.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
