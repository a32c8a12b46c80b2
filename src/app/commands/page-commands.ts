import { Download, GitCompareArrows, PanelRight, type LucideIcon } from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import { ASSET_ACTIONS } from '@/features/assets/actions/asset-actions';
import { msg, type Message } from '@/lib/i18n/messages';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import { commandOf, COMPARE_OUTPUTS, JOB_ACTION_IDS, JOB_ACTIONS } from '@/features/jobs/actions/job-actions';
import { CELL_ACTIONS } from '@/features/batches/grid/cell-actions';
import type { Command } from './command';

/** Needs a focused file, and nothing of the palette. */
const KEYS_OF_FILES: ReadonlySet<CommandId> = new Set(['open', 'select']);

/** Commands of the files: for the selected ones, otherwise for the focused or the opened one. */
export const ASSET_COMMANDS: readonly Command[] = [
  ...ownKeys(ASSET_ACTIONS).flatMap((id): Command[] => {
    const { label: title, icon, command, keywords } = ASSET_ACTIONS[id];
    if (!command) return [];
    const shown = KEYS_OF_FILES.has(command) ? { isKeyOnly: true } : { icon, keywords };
    return [{ id: `file-${id}`, title, group: 'files', place: 'assets', commands: [command], ...shown }];
  }),
  {
    id: 'file-rate',
    title: msg('Rate'),
    group: 'files',
    place: 'assets',
    commands: RATE_COMMANDS,
    isKeyOnly: true,
  },
  {
    id: 'file-unrate',
    title: msg('Clear rating'),
    group: 'files',
    place: 'assets',
    commands: ['clear-rating'],
    isKeyOnly: true,
  },
  {
    id: 'file-unselect',
    title: msg('Clear the selection'),
    group: 'files',
    place: 'assets',
    commands: ['clear-selection'],
    isKeyOnly: true,
  },
  {
    id: 'file-larger',
    title: msg('Larger tiles'),
    group: 'files',
    place: 'assets',
    commands: ['zoom-in'],
    isKeyOnly: true,
  },
  {
    id: 'file-smaller',
    title: msg('Smaller tiles'),
    group: 'files',
    place: 'assets',
    commands: ['zoom-out'],
    isKeyOnly: true,
  },
];

type TabName = CommandId extends infer Id ? (Id extends `tab-${infer Name}` ? Name : never) : never;

/** Actions on the selected jobs of the list, or on the focused one if none is selected. */
export const LIST_COMMANDS = actionsAt('jobs');

/** Commands of the job page. */
export const JOB_COMMANDS: readonly Command[] = [
  ...actionsAt('job'),
  onJob(
    'compare',
    COMPARE_OUTPUTS.label,
    COMPARE_OUTPUTS.icon,
    msg('slider side by side difference flicker images videos'),
  ),
  onJob('save-all', msg('Save all outputs'), Download, msg('download files')),
  tab('inputs', msg('Tab: Inputs'), msg('prompt seed model parameters settings values')),
  tab('graph', msg('Tab: Graph'), msg('nodes drawing progress')),
  tab('nodes', msg('Tab: Graph, nodes as table'), msg('steps list progress')),
  tab('log', msg('Tab: Log'), msg('console output lines')),
  tab('workflow', msg('Tab: Details, workflow'), msg('prompt source as executed')),
  tab('details', msg('Tab: Details'), msg('metadata timeline hash facts')),
  tab('json', msg('Tab: Details, JSON'), msg('raw source')),
];

function actionsAt(place: 'job' | 'jobs'): readonly Command[] {
  const isOnPage = place === 'job';
  return JOB_ACTION_IDS.flatMap((id): Command[] => {
    const command = commandOf(id, isOnPage);
    const { label: title, icon, keywords } = JOB_ACTIONS[id];
    const group = isOnPage ? 'job' : 'jobs';
    return command
      ? [{ id: `${isOnPage ? 'job' : 'selected'}-${id}`, title, group, place, commands: [command], icon, keywords }]
      : [];
  });
}

function onJob(command: CommandId, title: Message, icon: LucideIcon, keywords: Message): Command {
  return { id: `job-${command}`, title, group: 'job', place: 'job', commands: [command], icon, keywords };
}

function tab(value: TabName, title: Message, keywords: Message): Command {
  return onJob(`tab-${value}`, title, PanelRight, keywords);
}

/** Commands that need a focused cell, but nothing of the palette. */
const KEYS_OF_CELLS: ReadonlySet<CommandId> = new Set(['select']);

/** Commands of the page of a batch, for the focused cell. */
export const BATCH_COMMANDS: readonly Command[] = [
  onCell('open', msg('Open the cell'), ['open']),
  ...ownKeys(CELL_ACTIONS).flatMap((id) => {
    const { label, icon, command } = CELL_ACTIONS[id];
    return command ? [onCell(id, label, [command], KEYS_OF_CELLS.has(command) ? undefined : icon)] : [];
  }),
  onCell('rate', msg('Rate'), RATE_COMMANDS),
  onCell('show-comparison', msg('Compare'), ['compare'], GitCompareArrows),
  onCell('select-range', msg('Select up to the cell'), ['select-range']),
  onCell('select-all', msg('Select all cells shown'), ['select-all']),
  onCell('unselect', msg('Clear the selection'), ['clear-selection']),
  onCell('larger', msg('Larger cells'), ['zoom-in']),
  onCell('smaller', msg('Smaller cells'), ['zoom-out']),
];

/** Without an icon it is not in the palette, since it needs a focused cell or repeated presses. */
function onCell(id: string, title: Message, commands: readonly CommandId[], icon?: LucideIcon): Command {
  return {
    id: `cell-${id}`,
    title,
    group: 'batches',
    place: 'batch',
    commands,
    ...(icon ? { icon } : { isKeyOnly: true }),
  };
}

/** Commands of the large view and of both compare dialogs, which cover the page. */
export const VIEWER_COMMANDS: readonly Command[] = [
  inViewer('output-next', msg('Show the next output'), ['output-next']),
  inViewer('output-previous', msg('Show the previous output'), ['output-previous']),
  inViewer('rate', msg('Rate what is shown'), RATE_COMMANDS),
  inViewer('fit', msg('Fit into the view'), ['fit']),
  inViewer('zoom-in', msg('Zoom in on the image'), ['zoom-in']),
  inViewer('zoom-out', msg('Zoom out of the image'), ['zoom-out']),
  inViewer('zoom-size', msg('Fit, or show actual size'), ['zoom-size']),
  inViewer('play', msg('Play or pause videos'), ['play']),
  inViewer('toggle', msg('Play or pause, or show the other image'), ['toggle']),
  inViewer('frame-next', msg('One frame forward'), ['frame-next']),
  inViewer('frame-previous', msg('Previous frame'), ['frame-previous']),
];

function inViewer(id: string, title: Message, commands: readonly CommandId[]): Command {
  return {
    id: `viewer-${id}`,
    title,
    group: 'viewer',
    place: 'viewer',
    commands,
    isKeyOnly: true,
  };
}
