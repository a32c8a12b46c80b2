import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';

const SHORT_ID = 8;

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}

/** What people call the job: its label, else the file it made, else the start of its id. */
export function jobTitle(job: Pick<ListedJob, 'id' | 'metadata' | 'outputs'>): string {
  const label = job.metadata?.[LABEL_TITLE]?.trim();
  return label || (job.outputs?.[0]?.name ?? `Job ${shortId(job.id)}`);
}
