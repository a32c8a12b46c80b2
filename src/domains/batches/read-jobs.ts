import { MAX_READ_JOBS } from '@contract/console/schemas';
import { isTerminal } from '@contract/jobs/lifecycle';
import { Job } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { callConsole, consolePath } from '@/api/call-console';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { withAbsoluteLinks } from '@/api/links';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { gather } from '@/lib/gather';
import { ALL_JOBS } from '../jobs/job-filter';
import type { FetchedJobsPage } from '../jobs/job-list';
import { listPage } from '../jobs/list-page';

type Found = Map<string, FetchedJob<Job>>;

/** Longer than two frames: the cells of a grid appear over several. */
const GATHER_MS = 40;
/** Fewer jobs are read one by one: a page of the list has a hundred. */
const MIN_FROM_LIST = 6;
/** Older jobs are read one by one: the list may be far longer than the batch. */
const MAX_PAGES = 30;
const TIMEOUT_MS = 30_000;

const readers = new WeakMap<Surface, (id: string) => Promise<FetchedJob<Job> | null>>();

/**
 * Reads a job together with others that are requested at about the same time: by id from a Flowdeck gateway, otherwise from the
 * list. `null` if it must be read alone.
 */
export function readJobTogether(surface: Surface, id: string): Promise<FetchedJob<Job> | null> {
  let read = readers.get(surface);
  if (!read) {
    read = gather({ waitMs: GATHER_MS, most: MAX_READ_JOBS, load: createLoad(surface) });
    readers.set(surface, read);
  }
  return read(id);
}

function createLoad(surface: Surface): (ids: readonly string[]) => Promise<Found> {
  let hasReads = surface.kind === 'gateway';
  let list: ListReader | null = new ListReader(surface);
  return async (ids) => {
    if (ids.length === 1) return new Map();
    if (hasReads) {
      const found = await orUnsupported(() => readByIds(surface, ids));
      if (found) return found;
      hasReads = false;
    }
    const found = await orUnsupported(async () => list?.read(ids) ?? null);
    if (!found) list = null;
    return found ?? new Map();
  };
}

async function orUnsupported<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}

async function readByIds(surface: Surface, ids: readonly string[]): Promise<Found> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const body = await callConsole(surface, 'readJobs', { body: { ids }, signal });
  const { jobs } = withAbsoluteLinks(body, surface, jobApiUrl(surface) + consolePath('readJobs'));
  const found: Found = new Map();
  for (const item of jobs) {
    const job = Job.safeParse(item);
    if (job.success) found.set(job.data.id, toFetchedJob(job.data, startedAt));
  }
  return found;
}

/**
 * Finds jobs in the list of a surface, from the newest on. It goes through older pages once: jobs that were not requested yet are
 * kept until they are.
 */
class ListReader {
  readonly #surface: Surface;
  /** Finished jobs. Each is used once: links expire, so a second read must be a request. */
  readonly #kept: Found = new Map();
  /** Of the next older page; `null` after the last one, `undefined` before the first. */
  #cursor: string | null | undefined = undefined;
  #pages = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** `null` if the list omits parts of jobs. */
  async read(ids: readonly string[]): Promise<Found | null> {
    const wanted = new Set(ids);
    const found: Found = new Map();
    const take = (fetched: FetchedJob) => {
      const isWanted = wanted.delete(fetched.job.id);
      const whole = Job.safeParse(fetched.job);
      if (!whole.success) return !isWanted;
      const job = { ...fetched, job: whole.data };
      if (isWanted) found.set(job.job.id, job);
      else if (isTerminal(job.job.status)) this.#kept.set(job.job.id, job);
      return true;
    };
    for (const id of ids) {
      const job = this.#kept.get(id);
      if (job) take(job);
      this.#kept.delete(id);
    }
    if (wanted.size < MIN_FROM_LIST) return found;
    const head = await this.#page();
    if (!head.fetchedJobs.every(take)) return null;
    this.#cursor ??= this.#pages === 0 ? head.nextCursor : null;
    while (wanted.size >= MIN_FROM_LIST && this.#cursor !== null && this.#pages < MAX_PAGES) {
      const page = await this.#page(this.#cursor);
      if (!page.fetchedJobs.every(take)) return null;
      this.#cursor = page.nextCursor;
      this.#pages += 1;
    }
    return found;
  }

  #page(cursor?: string): Promise<FetchedJobsPage> {
    const how = { limit: MAX_READ_JOBS, maySearch: false, ...(cursor === undefined ? {} : { cursor }) };
    return listPage(this.#surface, ALL_JOBS, how, AbortSignal.timeout(TIMEOUT_MS));
  }
}
