/** Orders of the job list, as the URL of the page and `GET /console/jobs` name them. */
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
] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** Whether a job can move within the list while it is open. */
export function isMutableOrder(sort: JobSort): boolean {
  return sort !== 'newest' && sort !== 'oldest';
}
