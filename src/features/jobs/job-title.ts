import { jobTitleOf } from '@contract/console/job-title';
import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '@/api/outbox/outbox-entry';

export { shortId } from '@contract/console/job-title';

export function jobTitle({
  id,
  metadata,
  outputs,
  output_title,
}: Pick<ListedJob, 'id' | 'metadata' | 'outputs' | 'output_title'>): string {
  return jobTitleOf({ id, label: metadata?.[LABEL_TITLE], output: outputs?.[0]?.name, outputTitle: output_title });
}

/** Ends that tell names apart: a seed, a number, an extension. */
const TAIL = 8;
const MIN_CUT = 16;

/** A title in two parts, of which the first may be cut short; null where it is short enough to be left whole. */
export function titleParts(title: string): { start: string; end: string } | null {
  if (title.length < MIN_CUT) return null;
  return { start: title.slice(0, -TAIL), end: title.slice(-TAIL) };
}
