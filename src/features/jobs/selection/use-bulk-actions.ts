import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { canChangeJobs } from '@/api/jobs/change-jobs';
import { changeMarks, markOf, useJobMarks } from '@/api/marks/job-marks';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import { copyText } from '@/shared/copy-text';
import type { PageAction } from '@/shared/page-actions';
import { sayUnkept } from '../marks/say-unkept';
import { actCount, cancelPlan, compareReason } from './bulk-plan';
import { noOutputsReason } from './outputs-of';
import { askFor } from './selection-store';

const route = getRouteApi('/$surface/jobs');

export type BulkActionName = 'star' | 'tags' | 'cancel' | 'run' | 'compare' | 'copy' | 'save' | 'export' | 'delete';

/** What can be done to several jobs. @param jobsNow reads them when an action runs, or is asked whether it can */
export function useBulkActions(
  surface: Surface,
  jobsNow: () => readonly ListedJob[],
): Readonly<Record<BulkActionName, PageAction>> {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const compare = () => {
    const ids = jobsNow().map(({ id }) => id);
    void navigate({ search: (before) => ({ ...before, compare: ids.join(',') }), replace: true });
  };
  const copyIds = () => {
    const ids = jobsNow().map(({ id }) => id);
    void copyText(ids.join('\n'), ids.length === 1 ? 'Job id' : 'Job ids');
  };
  const save = async () => (await import('./save-outputs-of')).saveOutputsOf(client, surface, jobsNow());
  return {
    star: { run: () => toggleStars(surface, jobsNow()) },
    tags: { run: () => askFor('tags', jobsNow()) },
    cancel: {
      run: () => askFor('cancel', jobsNow()),
      get disabledReason() {
        return actCount(cancelPlan(jobsNow())) > 0 ? null : 'None of them is queued or running.';
      },
    },
    run: { run: () => askFor('run_again', jobsNow()) },
    compare: {
      run: compare,
      get disabledReason() {
        return compareReason(jobsNow());
      },
    },
    copy: { run: copyIds },
    save: {
      run: () => void save(),
      get disabledReason() {
        return noOutputsReason(jobsNow());
      },
    },
    export: { run: () => askFor('export', jobsNow()) },
    delete: {
      run: () => askFor('delete', jobsNow()),
      get disabledReason() {
        if (!canChangeJobs(surface)) return 'This server cannot delete jobs.';
        return jobsNow().some(({ status }) => isTerminal(status)) ? null : 'Only finished jobs can be deleted.';
      },
    },
  };
}

export function areAllStarred(surface: Surface, jobs: readonly ListedJob[]): boolean {
  const state = useJobMarks.getState();
  return jobs.length > 0 && jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true);
}

/** Stars the jobs, or removes the stars if all of them have one. */
function toggleStars(surface: Surface, jobs: readonly ListedJob[]): void {
  const star = !areAllStarred(surface, jobs);
  void changeMarks(surface.id, jobs, { star }).then(sayUnkept);
  announce(star ? 'Starred' : 'Star removed');
}
