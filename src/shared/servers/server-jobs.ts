import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';

/** Jobs of one server. */
export interface ServerJobs {
  surface: Surface;
  jobs: readonly ListedJob[];
}
