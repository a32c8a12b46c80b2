import { isKnownStatus, JOB_STATUSES } from '@contract/jobs/lifecycle';
import { formatInteger } from '@/lib/format';

export interface StatusFilter {
  label: string;
  /** Comma list, as the search parameter and the listing take it; empty for all. */
  statuses: string;
}

/** The tabs above the list. A job that is being canceled still runs, and is found there. */
export const STATUS_FILTERS: readonly StatusFilter[] = [
  { label: 'All', statuses: '' },
  { label: 'Running', statuses: 'running,canceling' },
  { label: 'Queued', statuses: 'queued' },
  { label: 'Succeeded', statuses: 'succeeded' },
  { label: 'Failed', statuses: 'failed' },
  { label: 'Canceled', statuses: 'canceled' },
  { label: 'Expired', statuses: 'expired' },
];

/** The tab of submissions that may have become jobs: they have no status, and no listing holds them. */
export const MAYBE = 'maybe';
export const MAYBE_FILTER: StatusFilter = { label: 'Unconfirmed', statuses: MAYBE };

/** The search parameter as a comma list of known statuses, in one order; whatever else stands there is left out. */
export function readStatusParam(value: string | undefined): string {
  const wanted = new Set((value ?? '').split(',').map((word) => word.trim()));
  const known = JOB_STATUSES.filter((status) => wanted.has(status));
  return known.length === JOB_STATUSES.length ? '' : known.join(',');
}

/** A short way to say which jobs are shown, for headings: `failed`, `running or canceling`. */
export function filterText(statuses: string): string {
  return statuses.split(',').join(' or ');
}

/** Whether a job belongs on the list: its status may have moved on since the surface filtered. */
export function passesFilter(status: string, statuses: string): boolean {
  return statuses === '' || !isKnownStatus(status) || statuses.split(',').includes(status);
}

/** Jobs behind a tab, from the counts of the gateway; null where it tells none. */
export function countOf(statuses: string, counts: Readonly<Record<string, number>> | undefined): number | null {
  if (!counts) return null;
  const names = statuses === '' ? JOB_STATUSES : statuses.split(',');
  return names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}

/** `1,204`, or `1,204+` where there may be more. */
export function formatCount(count: number, isMinimum: boolean): string {
  return `${formatInteger(count)}${isMinimum ? '+' : ''}`;
}
