import { changeAnnotations, markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { reportUnsaved } from './report-unsaved';

/** Several jobs count as starred if all of them are. */
export function useAreStarred(servers: readonly ServerJobs[]): boolean {
  return useJobAnnotations(areStarred(servers));
}

/** Stars the jobs, or removes the stars if all of them have one. */
export function toggleStars(servers: readonly ServerJobs[]): void {
  const isStarred = areStarred(servers)(useJobAnnotations.getState());
  for (const { surface, jobs } of servers)
    void changeAnnotations(surface.id, jobs, { star: !isStarred }).then(reportUnsaved);
  announce(isStarred ? t('Star removed') : t('Starred'));
}

function areStarred(servers: readonly ServerJobs[]) {
  return (state: ReturnType<typeof useJobAnnotations.getState>): boolean =>
    servers.length > 0 &&
    servers.every(({ surface, jobs }) => jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true));
}
