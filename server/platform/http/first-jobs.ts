import { assetKindOf, isShownImage } from '@contract/console/asset-kinds';
import { cellTitles } from '@contract/console/cell-titles';
import { groupBatches } from '@contract/console/group-batches';
import { BATCH_LABEL, batchIdOfLabel, jobTitleOf, shortId, TITLE_LABEL } from '@contract/console/job-title';
import { signContentUrl, type SigningDeps } from '../../assets/signed-urls';
import { isoTime } from '../../clock';
import type { AppDeps } from '../../deps';
import { LOCAL_OWNER } from '../../http/gate';
import { isGone } from '../../jobs/run/retention';
import { isContentRemoved, type JobRecord, type OutputRecord } from '../../storage/store';
import { ageText, durationText } from './english-times';
import type { FirstEntry } from './fill-prerendered-page';

/** Jobs that the console reads first: which of them run, and which form a batch, decides about the first rows. */
const READ_JOBS = 50;
/** Enough rows to fill most windows. */
const MAX_ROWS = 15;
/** Longest side of the thumbnails of rows, as in `src/domains/jobs/thumbnail-url.ts`: the same URL is loaded once. */
const THUMBNAIL = '88';

const MIN_CUT_TITLE = 16;
const TITLE_END = 8;

type FirstJobsDeps = SigningDeps & Pick<AppDeps, 'store' | 'log'>;

interface ReadJob {
  job: JobRecord;
  outputs: readonly OutputRecord[];
}

/**
 * First rows of the prerendered job list (`src/features/jobs/list/first-jobs.ts`), as the console shows them: the newest jobs, with
 * running ones on top, and a batch as one row.
 * @param origin start of absolute links
 */
export function firstJobs(deps: FirstJobsDeps, origin: string): readonly FirstEntry[] {
  try {
    return rowsOf(deps, origin);
  } catch (error) {
    // The page opens nevertheless, and says what is wrong.
    deps.log.warn({ err: error }, 'The jobs could not be read for the page');
    return [];
  }
}

function rowsOf(deps: FirstJobsDeps, origin: string): readonly FirstEntry[] {
  const now = deps.clock.now();
  const { jobs } = deps.store.jobs.list({ owner: LOCAL_OWNER, limit: READ_JOBS });
  const listed = jobs.filter((job) => !isGone(job, now));
  const pinned = [...listed.filter(isRunning), ...listed.filter((job) => !isRunning(job))];
  const groups = groupBatches(pinned, batchIdOf).slice(0, MAX_ROWS);
  const outputs = deps.store.jobs.outputs(groups.flatMap(({ rows }) => rows.map(({ id }) => id)));
  return groups.flatMap(({ batchId, rows }) => {
    const read = rows.map((job): ReadJob => ({ job, outputs: outputs.get(job.id) ?? [] }));
    const [first] = read;
    if (!first) return [];
    if (batchId === null) return [jobEntry(first, titleOf(first), { now, origin, deps })];
    const { batch, cells } = cellTitles(read.map(titleOf));
    return [read.length > 1 ? batchEntry(batch) : jobEntry(first, cells[0] ?? '', { now, origin, deps })];
  });
}

function batchEntry(title: string): FirstEntry {
  return { looks: ['batch'], wordOf: (word) => (word === 'TITLE' ? title : undefined) };
}

function jobEntry(
  { job, outputs }: ReadJob,
  title: string,
  { now, origin, deps }: { now: number; origin: string; deps: FirstJobsDeps },
): FirstEntry {
  const { id, createdAt, startedAt, completedAt } = job;
  const output = outputs.find(({ asset }) => isShownImage(asset.contentType)) ?? outputs[0];
  const name = job.labels[TITLE_LABEL]?.trim() ? 'named' : 'unnamed';
  const state = job.status === 'canceled' && startedAt === null ? 'unstarted' : job.status;
  const words: Readonly<Record<string, string>> = {
    ...cutTitle(title),
    HEAD: shortId(id),
    REST: id.slice(shortId(id).length),
    CREATED: isoTime(createdAt),
    AGE: ageText(now - createdAt),
    RUN: startedAt === null ? '' : durationText((completedAt ?? now) - startedAt),
    IMAGE: output ? thumbnailOf(output, origin, deps) : '',
    NOTE: failureNote(job),
  };
  return {
    looks: [kindOf(output), 'none'].map((kind) => `${state}/${kind}/${name}`),
    wordOf: (word) => words[word],
  };
}

function isRunning({ status }: JobRecord): boolean {
  return status === 'running' || status === 'canceling';
}

function batchIdOf({ labels }: JobRecord): string | null {
  return batchIdOfLabel(labels[BATCH_LABEL]);
}

function titleOf({ job: { id, labels, outputTitle }, outputs }: ReadJob): string {
  return jobTitleOf({ id, label: labels[TITLE_LABEL], output: outputs[0]?.name, outputTitle });
}

/** As `titleParts` in `src/lib/middle-ellipsis.ts` does. */
function cutTitle(title: string): { START: string; LAST: string } {
  const at = title.length < MIN_CUT_TITLE ? 0 : title.length - TITLE_END;
  return { START: title.slice(0, at), LAST: title.slice(at) };
}

/** What stands for the output in a row. */
function kindOf(output: OutputRecord | undefined): string {
  if (!output) return 'none';
  const { contentType } = output.asset;
  if (isShownImage(contentType)) return isContentRemoved(output.asset) ? 'other' : 'image';
  const kind = assetKindOf(contentType, output.name);
  return kind === 'image' ? 'other' : kind;
}

function thumbnailOf({ asset }: OutputRecord, origin: string, deps: SigningDeps): string {
  const url = new URL(signContentUrl(asset.id, origin, deps).url);
  url.searchParams.set('thumb', THUMBNAIL);
  return url.href;
}

/** As in `src/shared/job-text.ts`. */
function failureNote({ error }: JobRecord): string {
  if (!error) return '';
  const text = error.message || error.code;
  return error.class_type ? `${error.class_type}: ${text}` : text;
}
