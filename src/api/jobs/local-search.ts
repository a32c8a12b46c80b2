import type { ListedJob } from '@contract/jobs/schemas';
import { LABEL_TITLE } from '../outbox/outbox-entry';
import type { JobFilter, JobSort } from './job-filter';
import type { LookThrough } from './job-list';

/**
 * The search for surfaces that cannot search: it looks through what was loaded, and knows of a job only what its listing
 * says. Whoever shows it says how many jobs were looked through.
 */
export const searchLoaded: LookThrough = (readings, filter) => {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = readings.filter(({ job }) => isWithin(job, filter) && isAlike(job, filter) && hasWords(job, words));
  if (filter.sort === 'newest') return found;
  const ranked = found.map((reading, place) => ({ reading, place, rank: rankOf(reading.job, filter.sort) }));
  return ranked
    .sort((a, b) => b.rank - a.rank || (filter.sort === 'oldest' ? b.place - a.place : a.place - b.place))
    .map(({ reading }) => reading);
};

function isWithin({ created_at }: ListedJob, { from, before }: JobFilter): boolean {
  const createdAt = Date.parse(created_at);
  return (from === null || createdAt >= from) && (before === null || createdAt < before);
}

function isAlike({ metadata, started_at, completed_at }: ListedJob, { title, ranMs }: JobFilter): boolean {
  if (title !== undefined && metadata?.[LABEL_TITLE] !== title) return false;
  return ranMs === undefined || span(started_at, completed_at ?? new Date().toISOString()) > ranMs;
}

function hasWords(job: ListedJob, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { error, outputs = [], metadata, progress } = job;
  const text = [
    ...Object.values(metadata ?? {}),
    ...outputs.map(({ name }) => name),
    error?.message,
    error?.code,
    error?.class_type,
    progress?.current_node_class,
  ]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word) || job.id.startsWith(word));
}

/** Jobs without such a time stand behind all others. */
function rankOf({ created_at, started_at, completed_at }: ListedJob, sort: JobSort): number {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return 0;
    case 'longest_run':
      return span(started_at, completed_at);
    case 'longest_wait':
      return span(created_at, started_at);
  }
}

function span(from: string | null | undefined, to: string | null | undefined): number {
  const ms = from && to ? Date.parse(to) - Date.parse(from) : Number.NaN;
  return Number.isNaN(ms) ? -1 : Math.max(0, ms);
}
