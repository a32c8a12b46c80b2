import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isTerminal } from '@contract/jobs/lifecycle';
import { changeAnnotations, markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { announce } from '@/shared/feedback/announce';
import { copyText } from '@/shared/copy-text';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { groupByServer, type ListRow } from '../list/list-row';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { reportUnsaved } from '@/shared/annotations/report-unsaved';
import { actCount, cancelPlan, compareReason } from './bulk-plan';
import { unsupportedReason, offerOf, type OfferedAction } from './offered-actions';
import { noOutputsReason } from '../selection/outputs-of';
import { openAction } from '../selection/selection-store';
import { saveOutputsOf } from '../selection/save-outputs-of';

const route = getRouteApi('/$surface/jobs');

export type BulkActionName = 'star' | 'tags' | 'cancel' | 'run' | 'compare' | 'copy' | 'save' | 'export' | 'delete';

/**
 * Returns the bulk actions for several jobs, of one or several servers. @param rowsNow returns the jobs when an action
 * runs or its availability is checked
 */
export function useBulkActions(rowsNow: () => readonly ListRow[]): Readonly<Record<BulkActionName, CommandHandler>> {
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const ofServers = (
    run: (servers: readonly ServerJobs[]) => void,
    reasonOf: (servers: readonly ServerJobs[]) => string | null = () => null,
  ): CommandHandler => ({
    run: () => {
      const servers = groupByServer(rowsNow());
      if (servers.length > 0) run(servers);
    },
    get disabledReason() {
      return reasonOf(groupByServer(rowsNow()));
    },
  });
  const jobsNow = () => rowsNow().map(({ fetched }) => fetched.job);
  const compare = () => {
    const ids = rowsNow().map(({ id }) => id);
    void navigate({ search: (before) => ({ ...before, compare: ids.join(',') }), replace: true });
  };
  const copyIds = () => {
    const ids = jobsNow().map(({ id }) => id);
    void copyText(ids.join('\n'), ids.length === 1 ? 'Job ID' : 'Job IDs');
  };
  const save = (servers: readonly ServerJobs[]) => saveOutputsOf(client, servers);
  return {
    star: { run: () => toggleStars(groupByServer(rowsNow())) },
    tags: ofServers((servers) => openAction('tags', servers)),
    cancel: ofServers(
      (servers) => openAction('cancel', servers),
      () => (actCount(cancelPlan(jobsNow())) > 0 ? null : 'None of them is queued or running.'),
    ),
    run: ofServers(
      (servers) => openAction('run_again', servers),
      (servers) => (isOffered('run_again', servers) ? null : unsupportedReason('run_again', servers)),
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
    export: ofServers((servers) => openAction('export', servers)),
    delete: ofServers(
      (servers) => openAction('delete', servers),
      (servers) => {
        if (!isOffered('delete', servers)) return unsupportedReason('delete', servers);
        const hasFinished = offerOf('delete', servers).able.some(({ jobs }) =>
          jobs.some(({ status }) => isTerminal(status)),
        );
        return hasFinished ? null : 'Only finished jobs can be deleted.';
      },
    ),
  };
}

/** Returns true if a server supports the action, or if there are no servers to check. */
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
  for (const { surface, jobs } of chosen) void changeAnnotations(surface.id, jobs, { star }).then(reportUnsaved);
  announce(star ? 'Starred' : 'Star removed');
}
