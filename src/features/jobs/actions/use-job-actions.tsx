import { useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useAreStarred } from '@/shared/annotations/use-star';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { useRunOnItems } from '@/shared/run-on/use-run-on-items';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import type { MenuItem } from '@/ui/overlay/menu';
import { jobTitleHere } from '../job/job-title';
import { fetchSubmittableWorkflow } from '@/domains/jobs/submittable-workflow';
import { commandOf, JOB_ACTION_IDS, JOB_ACTIONS, offerOf, type JobActionId } from './job-actions';
import { readJobFacts, useJobFacts } from './job-facts';
import { useRunJobAction, type ActionPlace } from './use-run-job-action';

interface ShownAction {
  label: string;
  isShown: boolean;
  /** Why it does nothing now. */
  reason: string | null;
  run: () => void;
}

interface ShownActions {
  /** Returns what is offered at the moment. */
  actionOf: (id: JobActionId) => ShownAction;
  /** Whether the job is being submitted again. */
  isSubmitting: boolean;
}

/** The actions on some jobs, as buttons and menus show them. */
export function useJobActions(servers: readonly ServerJobs[], place: ActionPlace): ShownActions {
  const facts = useJobFacts(servers);
  const areStarred = useAreStarred(servers);
  const { run, isSubmitting } = useRunJobAction(place);
  const areSeveral = servers.reduce((sum, { jobs }) => sum + jobs.length, 0) > 1;
  const actionOf = (id: JobActionId): ShownAction => {
    const { label, labelOfSeveral = label } = JOB_ACTIONS[id];
    const { isShown, reason } = offerOf(id, servers, facts);
    return {
      label: id === 'star' && areStarred ? 'Remove star' : areSeveral ? labelOfSeveral : label,
      isShown,
      reason: id === 'run-again' && isSubmitting ? 'Already submitting.' : reason,
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
  return JOB_ACTION_IDS.flatMap((id): MenuItem[] => {
    const { isButton, count, icon: Icon, isDanger } = JOB_ACTIONS[id];
    const { label, isShown, reason, run } = actionOf(id);
    if (!isShown || isButton || count === 'several') return [];
    const item: MenuItem = {
      label,
      icon: <Icon />,
      tone: isDanger ? 'danger' : 'plain',
      disabledReason: reason,
      onSelect: run,
    };
    return id === 'edit'
      ? [item, ...runOnItems.map((one) => ({ ...one, disabledReason: actionOf('run-again').reason }))]
      : [item];
  });
}

/** Offers the actions to shortcuts and palette. @param serversNow returns the jobs when a key is pressed */
export function useJobKeys(serversNow: () => readonly ServerJobs[], place: ActionPlace, isOnPage: boolean): void {
  const client = useQueryClient();
  const { run } = useRunJobAction(place);
  const handlerOf = (id: JobActionId): CommandHandler => {
    const offerNow = () => {
      const servers = serversNow();
      return servers.length === 0 ? null : offerOf(id, servers, readJobFacts(client, servers));
    };
    return {
      run: () => run(id, serversNow()),
      isAvailable: () => {
        const offer = offerNow();
        return offer !== null && (offer.isShown || offer.reason !== null);
      },
      // Computed on demand, since it iterates over all selected rows.
      get disabledReason() {
        return offerNow()?.reason ?? null;
      },
    };
  };
  useCommands(
    Object.fromEntries(
      JOB_ACTION_IDS.flatMap((id) => {
        const command = commandOf(id, isOnPage);
        return command ? [[command, handlerOf(id)]] : [];
      }),
    ),
  );
}
