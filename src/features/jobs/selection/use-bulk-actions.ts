import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import { changeAnnotations, markOf, useJobAnnotations } from '@/api/annotations/job-annotations';
import { announce } from '@/shared/announce';
import { copyText } from '@/shared/copy-text';
import type { PageAction } from '@/shared/page-actions';
import { byServer, type ListRow, type ServerJobs } from '../list-row';
import { sayUnkept } from '../annotations/say-unkept';
import { actCount, cancelPlan, compareReason } from './bulk-plan';
import { lackingReason, offerOf, type OfferedAction } from './offered-actions';
import { noOutputsReason } from './outputs-of';
import { askFor } from './selection-store';

const route = getRouteApi('/$surface/jobs');

export type BulkActionName = 'star' | 'tags' | 'cancel' | 'run' | 'compare' | 'copy' | 'save' | 'export' | 'delete';

/** What can be done to several jobs, of one server or of several. @param rowsNow reads them when an action runs, or is asked whether it can */
export function useBulkActions(rowsNow: () => readonly ListRow[]): Readonly<Record<BulkActionName, PageAction>> {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const ofServers = (
    run: (servers: readonly ServerJobs[]) => void,
    reasonOf: (servers: readonly ServerJobs[]) => string | null = () => null,
  ): PageAction => ({
    run: () => {
      const servers = byServer(rowsNow());
      if (servers.length > 0) run(servers);
    },
    get disabledReason() {
      return reasonOf(byServer(rowsNow()));
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
  const save = async (servers: readonly ServerJobs[]) =>
    (await import('./save-outputs-of')).saveOutputsOf(client, servers);
  return {
    star: { run: () => toggleStars(byServer(rowsNow())) },
    tags: ofServers((servers) => askFor('tags', servers)),
    cancel: ofServers(
      (servers) => askFor('cancel', servers),
      () => (actCount(cancelPlan(jobsNow())) > 0 ? null : 'None of them is queued or running.'),
    ),
    run: ofServers(
      (servers) => askFor('run_again', servers),
      (servers) => (isOffered('run_again', servers) ? null : lackingReason('run_again', servers)),
    ),
    compare: {
      run: compare,
      get disabledReason() {
        return compareReason(jobsNow());
      },
    },
    copy: { run: copyIds },
    save: ofServers(
      (servers) => void save(servers),
      () => noOutputsReason(jobsNow()),
    ),
    export: ofServers((servers) => askFor('export', servers)),
    delete: ofServers(
      (servers) => askFor('delete', servers),
      (servers) => {
        if (!isOffered('delete', servers)) return lackingReason('delete', servers);
        const hasFinished = offerOf('delete', servers).able.some(({ jobs }) =>
          jobs.some(({ status }) => isTerminal(status)),
        );
        return hasFinished ? null : 'Only finished jobs can be deleted.';
      },
    ),
  };
}

/** By one of the servers, or there is none to ask. */
function isOffered(action: OfferedAction, servers: readonly ServerJobs[]): boolean {
  return servers.length === 0 || offerOf(action, servers).able.length > 0;
}

export function areAllStarred(
  chosen: readonly ServerJobs[],
  state: ReturnType<typeof useJobAnnotations.getState>,
): boolean {
  return (
    chosen.length > 0 &&
    chosen.every(({ surface, jobs }) => jobs.every(({ id }) => markOf(surface.id, id)(state)?.isStarred === true))
  );
}

/** Stars the jobs, or removes the stars if all of them have one. */
function toggleStars(chosen: readonly ServerJobs[]): void {
  const star = !areAllStarred(chosen, useJobAnnotations.getState());
  for (const { surface, jobs } of chosen) void changeAnnotations(surface.id, jobs, { star }).then(sayUnkept);
  announce(star ? 'Starred' : 'Star removed');
}
