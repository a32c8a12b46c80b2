import { defineSetting } from '@/lib/settings/setting';
import { json, oneOf } from '@/lib/settings/setting-schemas';

export const MAX_RUNS = 100;

/** Number of runs that one click starts, 1 to `MAX_RUNS`. Belongs to the page: another tab must not change what a click costs. */
export const runCountSetting = defineSetting('run-count', {
  schema: json((stored) => clampCount(Number(stored))),
  default: 1,
  isOfPage: true,
});

/** After a single run: stay in the draft, or open the page of the job. */
export const afterRunSetting = defineSetting<'stay' | 'job'>('after-run', {
  schema: oneOf('stay', 'job'),
  default: 'stay',
});

export function setRunCount(count: number): void {
  runCountSetting.set(clampCount(count));
}

function clampCount(count: number): number {
  return Number.isFinite(count) ? Math.min(MAX_RUNS, Math.max(1, Math.round(count))) : 1;
}
