/** Sort orders of the job list, as in the page URL and `GET /console/jobs`. */
export const JOB_SORTS = [
  'newest',
  'oldest',
  'title',
  'title_reversed',
  'status',
  'status_reversed',
  'longest_run',
  'shortest_run',
  'longest_wait',
  'shortest_wait',
  'queue',
] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** Returns true if a job can move within the open list. */
export function isMutableOrder(sort: JobSort): boolean {
  return sort !== 'newest' && sort !== 'oldest';
}
