import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import { canChangeJobs } from '@/api/jobs/change-jobs';
import { changeMarks, markOf, useJobMarks } from '@/api/marks/job-marks';
import { LOCAL_SURFACE } from '@/api/surface';
import { announce } from '@/shared/announce';
import { copyText } from '@/shared/copy-text';
import type { PageAction } from '@/shared/page-actions';
import { byServer, type ListRow, type ServerJobs } from '../list-row';
import { sayUnkept } from '../marks/say-unkept';
import { actCount, cancelPlan, compareReason } from './bulk-plan';
import { noOutputsReason } from './outputs-of';
import { askFor } from './selection-store';

const route = getRouteApi('/$surface/jobs');

export type BulkActionName = 'star' | 'tags' | 'cancel' | 'run' | 'compare' | 'copy' | 'save' | 'export' | 'delete';

const SEVERAL_SERVERS = 'Select jobs of one server only.';

/** What can be done to several jobs. @param rowsNow reads them when an action runs, or is asked whether it can */
export function useBulkActions(rowsNow: () => readonly ListRow[]): Readonly<Record<BulkActionName, PageAction>> {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  /** Dialogs and archives are of one server. */
  const ofOneServer = (
    run: (chosen: ServerJobs) => void,
    reasonOf: (chosen: ServerJobs) => string | null = () => null,
  ): PageAction => ({
    run: () => {
      const [only, ...others] = byServer(rowsNow());
      if (only && others.length === 0) run(only);
    },
    get disabledReason() {
      const [only, ...others] = byServer(rowsNow());
      if (others.length > 0) return SEVERAL_SERVERS;
      return reasonOf(only ?? NO_JOBS);
    },
  });
  const jobsNow = () => rowsNow().map(({ reading }) => reading.job);
  const compare = () => {
    const ids = rowsNow().map(({ id }) => id);
    void navigate({ search: (before) => ({ ...before, compare: ids.join(',') }), replace: true });
  };
  const copyIds = () => {
    const ids = jobsNow().map(({ id }) => id);
    void copyText(ids.join('\n'), ids.length === 1 ? 'Job id' : 'Job ids');
  };
  const save = async ({ surface, jobs }: ServerJobs) =>
    (await import('./save-outputs-of')).saveOutputsOf(client, surface, jobs);
  return {
    star: { run: () => toggleStars(byServer(rowsNow())) },
    tags: ofOneServer(({ surface, jobs }) => askFor('tags', jobs, surface)),
    cancel: ofOneServer(
      ({ surface, jobs }) => askFor('cancel', jobs, surface),
      ({ jobs }) => (actCount(cancelPlan(jobs)) > 0 ? null : 'None of them is queued or running.'),
    ),
    run: ofOneServer(({ surface, jobs }) => askFor('run_again', jobs, surface)),
    compare: {
      run: compare,
      get disabledReason() {
        return compareReason(jobsNow());
      },
    },
    copy: { run: copyIds },
    save: ofOneServer(
      (chosen) => void save(chosen),
      ({ jobs }) => noOutputsReason(jobs),
    ),
    export: ofOneServer(({ surface, jobs }) => askFor('export', jobs, surface)),
    delete: ofOneServer(
      ({ surface, jobs }) => askFor('delete', jobs, surface),
      ({ surface, jobs }) => {
        if (!canChangeJobs(surface)) return 'This server cannot delete jobs.';
        return jobs.some(({ status }) => isTerminal(status)) ? null : 'Only finished jobs can be deleted.';
      },
    ),
  };
}

const NO_JOBS: ServerJobs = { surface: LOCAL_SURFACE, jobs: [] };

export function areAllStarred(chosen: readonly ServerJobs[], state: ReturnType<typeof useJobMarks.getState>): boolean {
  return (
    chosen.length > 0 &&
    chosen.every(({ surface, jobs }) => jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true))
  );
}

/** Stars the jobs, or removes the stars if all of them have one. */
function toggleStars(chosen: readonly ServerJobs[]): void {
  const star = !areAllStarred(chosen, useJobMarks.getState());
  for (const { surface, jobs } of chosen) void changeMarks(surface.id, jobs, { star }).then(sayUnkept);
  announce(star ? 'Starred' : 'Star removed');
}
