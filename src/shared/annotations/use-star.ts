import type { ListedJob } from '@contract/jobs/schemas';
import { changeAnnotations, markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/feedback/announce';
import { reportUnsaved } from './report-unsaved';

/** For several jobs: they count as starred if all of them are; otherwise, the action stars the rest. */
export function useStar(surface: Surface, jobs: readonly ListedJob[]) {
  const isStarred = useJobAnnotations(areStarred(surface, jobs));
  return { isStarred, toggleStar: () => toggleStar(surface, jobs) };
}

export function toggleStar(surface: Surface, jobs: readonly ListedJob[]): void {
  const isStarred = areStarred(surface, jobs)(useJobAnnotations.getState());
  void changeAnnotations(surface.id, jobs, { star: !isStarred }).then(reportUnsaved);
  announce(isStarred ? 'Star removed' : 'Starred');
}

function areStarred(surface: Surface, jobs: readonly ListedJob[]) {
  return (state: ReturnType<typeof useJobAnnotations.getState>): boolean =>
    jobs.length > 0 && jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true);
}
