import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';

export interface ServerJobs {
  surface: Surface;
  jobs: readonly ListedJob[];
}

/** Keeps some jobs, and the servers that have any of them. */
export function withJobs(
  servers: readonly ServerJobs[],
  isKept: (job: ListedJob, surface: Surface) => boolean,
): ServerJobs[] {
  return servers.flatMap(({ surface, jobs }) => {
    const kept = jobs.filter((job) => isKept(job, surface));
    return kept.length > 0 ? { surface, jobs: kept } : [];
  });
}

/** Returns the only job; `null` if there are several or none. */
export function singleJob(servers: readonly ServerJobs[]): { surface: Surface; job: ListedJob } | null {
  const [server, otherServer] = servers;
  const [job, otherJob] = server?.jobs ?? [];
  return server && job && !otherServer && !otherJob ? { surface: server.surface, job } : null;
}
