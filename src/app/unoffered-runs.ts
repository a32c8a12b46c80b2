import type { RunRecord } from '@/api/runs/run-record';
import { writeSetting, readText } from '@/lib/local-storage';

/** Creation time in ms of the newest run that a toast offered in this browser. */
const KEY = 'flowdeck.interrupted-offered';

/** Returns the runs that no toast offered yet and records them as offered: a toast does not return on each load. */
export function takeUnoffered<Run extends Pick<RunRecord, 'createdAt'>>(runs: readonly Run[]): Run[] {
  const offered = Number(readText(KEY) ?? 0);
  const fresh = runs.filter(({ createdAt }) => createdAt > offered);
  if (fresh.length > 0) writeSetting(KEY, String(Math.max(...fresh.map(({ createdAt }) => createdAt))));
  return fresh;
}
