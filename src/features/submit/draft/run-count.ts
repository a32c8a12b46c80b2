import { msg } from '@/lib/i18n/messages';
import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';

export const MAX_RUNS = 100;

/** After a single run: stay in the draft, or open the page of the job. */
export const afterRunSetting = defineSetting<'stay' | 'job'>('after-run', {
  schema: oneOf('stay', 'job'),
  default: 'stay',
});

export const AFTER_RUN = [
  { value: 'stay', label: msg('Stay in the draft') },
  { value: 'job', label: msg('Go to the job') },
] as const;

/** By draft, for as long as the page is open. */
const counts = new Map<string, number>();

/** Returns the number of runs that one click starts, 1 to `MAX_RUNS`. */
export function runCountOf(draftId: string): number {
  return counts.get(draftId) ?? 1;
}

/** Returns the count as it is kept, within its limits. */
export function keepRunCount(draftId: string, count: number): number {
  const kept = clampCount(count);
  counts.set(draftId, kept);
  return kept;
}

function clampCount(count: number): number {
  return Number.isFinite(count) ? Math.min(MAX_RUNS, Math.max(1, Math.round(count))) : 1;
}
