import { Download, GitCompareArrows, PanelRight, type LucideIcon } from 'lucide-react';
import { commandOf, JOB_ACTION_IDS, JOB_ACTIONS } from '@/features/jobs/actions/job-actions';
import type { CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';

type TabName = CommandId extends infer Id ? (Id extends `tab-${infer Name}` ? Name : never) : never;

/** Actions on the selected jobs of the list, or on the focused one if none is selected. */
export const LIST_COMMANDS = actionsAt('jobs');

/** Commands of the job page. */
export const JOB_COMMANDS: readonly Command[] = [
  ...actionsAt('job'),
  onJob('compare', 'Compare outputs', GitCompareArrows, 'slider side by side difference flicker images videos'),
  onJob('save-all', 'Save all outputs', Download, 'download files'),
  tab('inputs', 'Inputs', 'prompt seed model parameters settings values'),
  tab('graph', 'Graph', 'nodes drawing progress'),
  tab('nodes', 'Graph, nodes as table', 'steps list progress'),
  tab('log', 'Log', 'console output lines'),
  tab('workflow', 'Details, workflow', 'prompt source as executed'),
  tab('details', 'Details', 'metadata timeline hash facts'),
  tab('json', 'Details, JSON', 'raw source'),
];

function actionsAt(place: 'job' | 'jobs'): readonly Command[] {
  const isOnPage = place === 'job';
  return JOB_ACTION_IDS.flatMap((id): Command[] => {
    const command = commandOf(id, isOnPage);
    const { label: title, icon, keywords = '' } = JOB_ACTIONS[id];
    const group = isOnPage ? 'Job page' : 'Job list';
    return command
      ? [{ id: `${isOnPage ? 'job' : 'selected'}-${id}`, title, group, place, commands: [command], icon, keywords }]
      : [];
  });
}

function onJob(command: CommandId, title: string, icon: LucideIcon, keywords: string): Command {
  return { id: `job-${command}`, title, group: 'Job page', place: 'job', commands: [command], icon, keywords };
}

function tab(value: TabName, label: string, keywords: string): Command {
  return onJob(`tab-${value}`, `Tab: ${label}`, PanelRight, keywords);
}
