import { jobTitleOf } from '@contract/console/job-title';
import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '@/domains/outbox/outbox-entry';

export { shortId } from '@contract/console/job-title';

export function jobTitle({
  id,
  metadata,
  outputs,
  output_title,
}: Pick<ListedJob, 'id' | 'metadata' | 'outputs' | 'output_title'>): string {
  return jobTitleOf({ id, label: metadata?.[LABEL_TITLE], output: outputs?.[0]?.name, outputTitle: output_title });
}

/** Length of the suffix that distinguishes names: a seed, a number, an extension. */
const TAIL = 8;
const MIN_CUT = 16;

/** Splits a title in two, so that its first part can be truncated; `null` if it is short enough. */
export function titleParts(title: string): { start: string; end: string } | null {
  if (title.length < MIN_CUT) return null;
  return { start: title.slice(0, -TAIL), end: title.slice(-TAIL) };
}
