import type { RunRecord } from '@/domains/model-calls/run-record';
import { defineSetting } from '@/lib/settings/setting';
import { json } from '@/lib/settings/setting-schemas';

/** Creation time in ms of the newest run that a toast offered in this browser. */
const newestOffered = defineSetting('interrupted-offered', { schema: json(Number), default: 0 });

/** Returns the runs that no toast offered yet and records them as offered: a toast does not return on each load. */
export function takeNewRuns<Run extends Pick<RunRecord, 'createdAt'>>(runs: readonly Run[]): Run[] {
  const offered = newestOffered.get();
  const fresh = runs.filter(({ createdAt }) => createdAt > offered);
  if (fresh.length > 0) newestOffered.set(Math.max(...fresh.map(({ createdAt }) => createdAt)));
  return fresh;
}
