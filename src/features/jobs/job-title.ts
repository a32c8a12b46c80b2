import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';

const SHORT_ID = 8;

export function shortId(id: string): string {
  return id.slice(0, SHORT_ID);
}

/**
 * What people call the job: its label, else the file it made, else the node that is to make it, where the surface tells,
 * and the start of its id: jobs of one script have the same nodes.
 */
export function jobTitle(job: Pick<ListedJob, 'id' | 'metadata' | 'outputs' | 'output_title'>): string {
  const label = job.metadata?.[LABEL_TITLE]?.trim();
  if (label) return label;
  const [output] = job.outputs ?? [];
  if (output) return output.name;
  const node = job.output_title?.trim();
  return node ? `${node} · ${shortId(job.id)}` : `Job ${shortId(job.id)}`;
}

/** Ends that tell names apart: a seed, a number, an extension. */
const TAIL = 8;
const MIN_CUT = 16;

/** A title in two parts, of which the first may be cut short; null where it is short enough to be left whole. */
export function titleParts(title: string): { start: string; end: string } | null {
  if (title.length < MIN_CUT) return null;
  return { start: title.slice(0, -TAIL), end: title.slice(-TAIL) };
}
