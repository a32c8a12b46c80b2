import { canChangeJobs } from '@/domains/jobs/change-jobs';
import type { Surface } from '@/api/surface';
import { lacksCapability, capabilities, type Records } from '@/api/surfaces/capability-record';
import { formatCount } from '@/lib/format';
import type { ServerJobs } from '@/shared/servers/server-jobs';

/** Actions that some servers do not support. */
export type OfferedAction = 'run_again' | 'delete';

interface Lack {
  lacksCapability: (surface: Surface, records: Records) => boolean;
  /** Follows "does" or "do". */
  words: string;
}

const LACKS: Readonly<Record<OfferedAction, Lack>> = {
  run_again: {
    lacksCapability: (surface, records) => lacksCapability(surface, 'workflow', records),
    words: 'not return workflows',
  },
  delete: { lacksCapability: (surface) => !canChangeJobs(surface), words: 'not delete jobs' },
};

export interface Offer {
  /** Servers that support it. */
  able: readonly ServerJobs[];
  /** Servers that do not support it: their jobs are skipped. */
  lacking: readonly ServerJobs[];
}

export function offerOf(action: OfferedAction, servers: readonly ServerJobs[], records = capabilities.get()): Offer {
  const isSkipped = ({ surface }: ServerJobs) => LACKS[action].lacksCapability(surface, records);
  return { able: servers.filter((server) => !isSkipped(server)), lacking: servers.filter(isSkipped) };
}

/** Returns text for one server: `Studio: 2 jobs skipped because the server does not delete jobs.` */
export function skippedText(action: OfferedAction, { surface, jobs }: ServerJobs): string {
  return `${surface.name}: ${formatCount(jobs.length, 'job')} skipped because the server does ${LACKS[action].words}.`;
}

/** Returns the reason why none of the servers supports it. */
export function unsupportedReason(action: OfferedAction, servers: readonly ServerJobs[]): string {
  return `${servers.length === 1 ? 'This server does' : 'These servers do'} ${LACKS[action].words}.`;
}
