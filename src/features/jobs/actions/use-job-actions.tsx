import { useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { useAreStarred } from '@/shared/annotations/use-star';
import { actionHandlers, actionMenu, type OfferedAction } from '@/shared/commands/action-table';
import { useCommands } from '@/shared/commands/use-commands';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import type { MenuItem } from '@/ui/overlay/menu';
import { jobTitleHere } from '../job/job-title';
import { fetchSubmittableWorkflow } from '@/domains/jobs/submittable-workflow';
import { commandOf, JOB_ACTION_IDS, JOB_ACTIONS, offerOf, type JobActionId } from './job-actions';
import { readJobFacts, useJobFacts } from './job-facts';
import { useRunJobAction, type ActionPlace } from './use-run-job-action';

interface ShownActions {
  /** Returns what is offered at the moment. */
  actionOf: (id: JobActionId) => OfferedAction;
  /** Whether the job is being submitted again. */
  isSubmitting: boolean;
}

/** The actions on some jobs, as buttons and menus show them. */
export function useJobActions(servers: readonly ServerJobs[], place: ActionPlace): ShownActions {
  const facts = useJobFacts(servers);
  const areStarred = useAreStarred(servers);
  const { run, isSubmitting } = useRunJobAction(place);
  const areSeveral = servers.reduce((sum, { jobs }) => sum + jobs.length, 0) > 1;
  const actionOf = (id: JobActionId): OfferedAction => {
    const { label, labelOfSeveral = label } = JOB_ACTIONS[id];
    const { isShown, reason } = offerOf(id, servers, facts);
    return {
      label: id === 'star' && areStarred ? t('Remove star') : t(areSeveral ? labelOfSeveral : label),
      isShown,
      reason: id === 'run-again' && isSubmitting ? t('Already submitting.') : reason,
      run: () => run(id, servers),
    };
  };
  return { actionOf, isSubmitting };
}

/** Returns the menu of one job: its actions, and those of the other servers. */
export function useJobMenu(surface: Surface, job: ListedJob, { actionOf }: ShownActions): MenuItem[] {
  const client = useQueryClient();
  const runOnItems = useRunOnItems(surface, async () => {
    const workflow = await fetchSubmittableWorkflow(client, surface, job);
    if ('title' in workflow) throw new Error(`${workflow.title}. ${workflow.description}`);
    return { text: workflow.text, title: jobTitleHere(surface, job), source: { jobId: job.id } };
  });
  return JOB_ACTION_IDS.filter((id) => !JOB_ACTIONS[id].isButton).flatMap((id) => {
    const items = actionMenu(JOB_ACTIONS, [id], actionOf);
    return id === 'edit' && items.length > 0
      ? [...items, ...runOnItems.map((one) => ({ ...one, disabledReason: actionOf('run-again').reason }))]
      : items;
  });
}

/** Offers the actions to shortcuts and palette. @param serversNow returns the jobs when a key is pressed */
export function useJobKeys(serversNow: () => readonly ServerJobs[], place: ActionPlace, isOnPage: boolean): void {
  const client = useQueryClient();
  const { run } = useRunJobAction(place);
  const actionNow = (id: JobActionId): OfferedAction => {
    const servers = serversNow();
    const { label } = JOB_ACTIONS[id];
    const { isShown, reason } = offerOf(id, servers, readJobFacts(client, servers));
    // A key that does nothing gives its reason.
    const isOffered = servers.length > 0 && (isShown || reason !== null);
    return { label: t(label), isShown: isOffered, reason, run: () => run(id, servers) };
  };
  useCommands(actionHandlers(JOB_ACTION_IDS, (id) => commandOf(id, isOnPage), actionNow));
}
