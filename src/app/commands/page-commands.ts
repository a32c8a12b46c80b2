import { Download, GitCompareArrows, PanelRight, type LucideIcon } from 'lucide-react';
import { ownKeys } from '@contract/typed-objects';
import { ASSET_ACTIONS } from '@/features/assets/actions/asset-actions';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import { commandOf, JOB_ACTION_IDS, JOB_ACTIONS } from '@/features/jobs/actions/job-actions';
import { CELL_ACTIONS } from '@/features/batches/grid/cell-actions';
import type { Command } from './command';

/** Needs a focused file, and nothing of the palette. */
const KEYS_OF_FILES: ReadonlySet<CommandId> = new Set(['open', 'select']);

/** Commands of the files: for the selected ones, otherwise for the focused or the opened one. */
export const ASSET_COMMANDS: readonly Command[] = [
  ...ownKeys(ASSET_ACTIONS).flatMap((id): Command[] => {
    const { label: title, icon, command, keywords = '' } = ASSET_ACTIONS[id];
    if (!command) return [];
    const shown = KEYS_OF_FILES.has(command) ? { isKeyOnly: true } : { icon, keywords };
    return [{ id: `file-${id}`, title, group: 'Files', place: 'assets', commands: [command], ...shown }];
  }),
  { id: 'file-rate', title: 'Rate', group: 'Files', place: 'assets', commands: RATE_COMMANDS, isKeyOnly: true },
  {
    id: 'file-unrate',
    title: 'Clear rating',
    group: 'Files',
    place: 'assets',
    commands: ['clear-rating'],
    isKeyOnly: true,
  },
  {
    id: 'file-unselect',
    title: 'Clear the selection',
    group: 'Files',
    place: 'assets',
    commands: ['clear-selection'],
    isKeyOnly: true,
  },
  { id: 'file-larger', title: 'Larger tiles', group: 'Files', place: 'assets', commands: ['zoom-in'], isKeyOnly: true },
  {
    id: 'file-smaller',
    title: 'Smaller tiles',
    group: 'Files',
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

/** Commands that need a focused cell, but nothing of the palette. */
const KEYS_OF_CELLS: ReadonlySet<CommandId> = new Set(['select']);

/** Commands of the page of a batch, for the focused cell. */
export const BATCH_COMMANDS: readonly Command[] = [
  onCell('open', 'Open the cell', ['open']),
  ...ownKeys(CELL_ACTIONS).flatMap((id) => {
    const { label, icon, command } = CELL_ACTIONS[id];
    return command ? [onCell(id, label, [command], KEYS_OF_CELLS.has(command) ? undefined : icon)] : [];
  }),
  onCell('rate', 'Rate', RATE_COMMANDS),
  onCell('show-comparison', 'Compare', ['compare'], GitCompareArrows),
  onCell('select-range', 'Select up to the cell', ['select-range']),
  onCell('select-all', 'Select all cells shown', ['select-all']),
  onCell('unselect', 'Clear the selection', ['clear-selection']),
  onCell('larger', 'Larger cells', ['zoom-in']),
  onCell('smaller', 'Smaller cells', ['zoom-out']),
];

/** Without an icon it is not in the palette, since it needs a focused cell or repeated presses. */
function onCell(id: string, title: string, commands: readonly CommandId[], icon?: LucideIcon): Command {
  return {
    id: `cell-${id}`,
    title,
    group: 'Batches',
    place: 'batch',
    commands,
    ...(icon ? { icon } : { isKeyOnly: true }),
  };
}

/** Commands of the large view and of both compare dialogs, which cover the page. */
export const VIEWER_COMMANDS: readonly Command[] = [
  inViewer('output-next', 'Show the next output', ['output-next']),
  inViewer('output-previous', 'Show the previous output', ['output-previous']),
  inViewer('rate', 'Rate what is shown', RATE_COMMANDS),
  inViewer('fit', 'Fit into the view', ['fit']),
  inViewer('zoom-in', 'Zoom in on the image', ['zoom-in']),
  inViewer('zoom-out', 'Zoom out of the image', ['zoom-out']),
  inViewer('zoom-size', 'Fit, or show actual size', ['zoom-size']),
  inViewer('play', 'Play or pause videos', ['play']),
  inViewer('toggle', 'Play or pause, or show the other image', ['toggle']),
  inViewer('frame-next', 'One frame forward', ['frame-next']),
  inViewer('frame-previous', 'Previous frame', ['frame-previous']),
];

function inViewer(id: string, title: string, commands: readonly CommandId[]): Command {
  return {
    id: `viewer-${id}`,
    title,
    group: 'Large view and compare',
    place: 'viewer',
    commands,
    isKeyOnly: true,
  };
}
