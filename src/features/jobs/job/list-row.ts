import type { ListedJob } from '@contract/jobs/schemas';
import type { FetchedJob } from '@/api/live/merge-job';
import { findSurface, type Surface } from '@/api/surface';
import type { ServerJobs } from '@/shared/servers/server-jobs';

/** Row of a list that may contain jobs of several servers. */
export interface ListRow {
  /** Unique in the list, since two servers may use the same job id. */
  id: string;
  surface: Surface;
  fetched: FetchedJob;
}

/** Returns the id of a row in a list of several servers. Server ids contain no slash. */
export function serverRowId(surfaceId: string, jobId: string): string {
  return `${surfaceId}/${jobId}`;
}

/** Returns the id of a row: in the list of one server, that of its job. */
export function rowIdOf(isOfMany: boolean, { id: surfaceId }: Surface, jobId: string): string {
  return isOfMany ? serverRowId(surfaceId, jobId) : jobId;
}

/** Returns the job of a row; without a configured server in its id, the server is that of the page. */
export function jobOfRow(id: string, ofPage: Surface): { surface: Surface; id: string } {
  const slash = id.indexOf('/');
  const surface = slash < 0 ? null : findSurface(id.slice(0, slash));
  // Job ids may contain slashes, too.
  return surface ? { surface, id: id.slice(slash + 1) } : { surface: ofPage, id };
}

/** Groups the rows by server, in row order. */
export function groupByServer(rows: readonly ListRow[]): ServerJobs[] {
  const found = new Map<string, { surface: Surface; jobs: ListedJob[] }>();
  for (const { surface, fetched } of rows) {
    const known = found.get(surface.id);
    if (known) known.jobs.push(fetched.job);
    else found.set(surface.id, { surface, jobs: [fetched.job] });
  }
  return [...found.values()];
}
