import type { ListedJob } from '@contract/jobs/schemas';
import { changeAnnotations, markOf, useJobAnnotations } from '@/api/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import { sayUnkept } from './say-unkept';

/** Of several jobs: starred are they where all of them are, and a press stars the rest. */
export function useStar(surface: Surface, jobs: readonly ListedJob[]) {
  const isStarred = useJobAnnotations(
    (state) => jobs.length > 0 && jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true),
  );
  const toggleStar = () => {
    void changeAnnotations(surface.id, jobs, { star: !isStarred }).then(sayUnkept);
    announce(isStarred ? 'Star removed' : 'Starred');
  };
  return { isStarred, toggleStar };
}
