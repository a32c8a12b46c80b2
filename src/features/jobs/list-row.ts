import type { ListedJob } from '@contract/jobs/schemas';
import type { FetchedJob } from '@/api/live/merge-job';
import { findSurface, type Surface } from '@/api/surface';

/** A row of a list that may hold jobs of several servers. */
export interface ListRow {
  /** Unique in the list: two servers may give the same id to a job. */
  id: string;
  surface: Surface;
  reading: FetchedJob;
}

/** Id of a row in a list of several servers. Ids of servers have no slash. */
export function serverRowId(surfaceId: string, jobId: string): string {
  return `${surfaceId}/${jobId}`;
}

/** Which job a row is of; one whose id names no configured server is of the page's. */
export function jobOfRow(id: string, ofPage: Surface): { surface: Surface; id: string } {
  const slash = id.indexOf('/');
  const surface = slash < 0 ? null : findSurface(id.slice(0, slash));
  // Ids of jobs may have slashes, too.
  return surface ? { surface, id: id.slice(slash + 1) } : { surface: ofPage, id };
}

/** Jobs of one server. */
export interface ServerJobs {
  surface: Surface;
  jobs: readonly ListedJob[];
}

/** The jobs of the rows, by server, in the order of the rows. */
export function byServer(rows: readonly ListRow[]): ServerJobs[] {
  const found = new Map<string, { surface: Surface; jobs: ListedJob[] }>();
  for (const { surface, reading } of rows) {
    const known = found.get(surface.id);
    if (known) known.jobs.push(reading.job);
    else found.set(surface.id, { surface, jobs: [reading.job] });
  }
  return [...found.values()];
}

/** Those of the jobs whose status passes, of the servers that have such jobs. */
export function withJobs(servers: readonly ServerJobs[], passes: (status: string) => boolean): ServerJobs[] {
  return servers.flatMap(({ surface, jobs }) => {
    const passing = jobs.filter(({ status }) => passes(status));
    return passing.length > 0 ? { surface, jobs: passing } : [];
  });
}

/** Rows of the list of one server: the id of a job is that of its row. */
export function rowsOf(surface: Surface, readings: readonly FetchedJob[]): ListRow[] {
  return readings.map((reading) => ({ id: reading.job.id, surface, reading }));
}
