import { isKnownStatus, JOB_STATUSES } from '@contract/jobs/lifecycle';
import { formatInteger } from '@/lib/format';
import { msg, type Message } from '@/lib/i18n/messages';
import { orList } from '@/lib/i18n/word-lists';
import { statusText } from '@/shared/job-text';

export interface StatusFilter {
  label: Message;
  /** Comma-separated, in the format of the search param and the listing; empty for all. */
  statuses: string;
}

/** Tabs above the list. A job that is being canceled still counts as running. */
const STATUS_FILTERS: readonly StatusFilter[] = [
  { label: msg('All'), statuses: '' },
  { label: msg('Running'), statuses: 'running,canceling' },
  { label: msg('Queued'), statuses: 'queued' },
  { label: msg('Succeeded'), statuses: 'succeeded' },
  { label: msg('Failed'), statuses: 'failed' },
  { label: msg('Canceled'), statuses: 'canceled' },
  { label: msg('Expired'), statuses: 'expired' },
];

/** Tab of unconfirmed submissions: they have no status, and no listing contains them. */
export const UNCONFIRMED = 'maybe';
const UNCONFIRMED_FILTER: StatusFilter = { label: msg('Unconfirmed'), statuses: UNCONFIRMED };

/** Tab of batches, which are no jobs either. */
export const BATCHES = 'batches';
const BATCHES_FILTER: StatusFilter = { label: msg('Batches'), statuses: BATCHES };

/** Every tab above the list, in their order. */
export const TABS: readonly StatusFilter[] = [...STATUS_FILTERS, UNCONFIRMED_FILTER, BATCHES_FILTER];

/** Returns the search param as comma-separated known statuses in canonical order; anything else is removed. */
export function readStatusParam(value: string | undefined): string {
  const wanted = new Set((value ?? '').split(',').map((word) => word.trim()));
  const known = JOB_STATUSES.filter((status) => wanted.has(status));
  return known.length === JOB_STATUSES.length ? '' : known.join(',');
}

/** Returns a short text about the shown jobs, for headings: `failed`, `running or canceling`. */
export function filterText(statuses: string): string {
  return orList(statuses.split(',').map(statusText));
}

/** Returns true if a job belongs on the list; its status may have changed since the surface filtered it. */
export function matchesFilter(status: string, statuses: string): boolean {
  return statuses === '' || !isKnownStatus(status) || statuses.split(',').includes(status);
}

/** Number of jobs of a tab, from the gateway's counts; `null` if it reports none. */
export function countOf(statuses: string, counts: Readonly<Record<string, number>> | undefined): number | null {
  if (!counts) return null;
  const names = statuses === '' ? JOB_STATUSES : statuses.split(',');
  return names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}

/** `1,204`, or `1,204+` if there may be more. */
export function formatCount(count: number, isMinimum: boolean): string {
  return `${formatInteger(count)}${isMinimum ? '+' : ''}`;
}
