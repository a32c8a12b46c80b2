import { ListedJob } from '@contract/jobs/schemas';
import { isInstant, withoutUrls } from '../job-record/history-job';
import { isFields } from '@contract/typed-objects';

/**
 * Reads a job from an untrusted file, whatever the format of the file (decision 018). Drops URLs of any kind: an import
 * must not make this page request another place. Drops optional timestamps that no `Date` can hold.
 * @param value JSON without lossless numbers
 * @returns `null` if it is not a job, or if its creation time is not a date
 */
export function readImportedJob(value: unknown): ListedJob | null {
  if (!isFields(value) || Array.isArray(value)) return null;
  const { urls: _urls, ...rest } = value;
  const { outputs } = rest;
  const { success, data } = ListedJob.safeParse({
    ...rest,
    ...(Array.isArray(outputs) ? { outputs: outputs.map(withoutUrl) } : {}),
  });
  if (!success || !isTimestamp(data.created_at)) return null;
  const job = withoutUrls(data);
  for (const name of ['started_at', 'completed_at', 'expires_at'] as const) {
    const text = job[name];
    if (typeof text === 'string' && !isTimestamp(text)) delete job[name];
  }
  return job;
}

function withoutUrl(output: unknown): unknown {
  return typeof output === 'object' && output !== null ? { ...output, url: '', url_expires_at: '' } : output;
}

function isTimestamp(text: string): boolean {
  return isInstant(Date.parse(text));
}
