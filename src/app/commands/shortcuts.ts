import {
  ChevronDown,
  ChevronUp,
  Clock,
  FileInput,
  FlaskConical,
  Hash,
  Keyboard,
  ListChecks,
  ListX,
  LogOut,
  Monitor,
  Moon,
  Pause,
  Pin,
  Play,
  Redo2,
  Rows2,
  Rows3,
  Search,
  Sun,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { RUN_ACTION_IDS, RUN_ACTIONS } from '@/features/models/actions/run-actions';
import { DRAFT_ACTION_IDS, DRAFT_ACTIONS } from '@/features/submit/draft/draft-actions';
import type { Density } from '@/features/jobs/view/list-view';
import type { Theme } from '@/lib/theme';
import type { TimeZone } from '@/lib/time-zone';
import type { Command, CommandScope } from './command';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import { GO_COMMANDS } from './go-commands';
import { ASSET_COMMANDS, BATCH_COMMANDS, JOB_COMMANDS, LIST_COMMANDS, VIEWER_COMMANDS } from './page-commands';

/** All commands of Flowdeck: the palette, the shortcut sheet and the settings read this one table. */
export const COMMANDS: readonly Command[] = [
  ...GO_COMMANDS,
  {
    id: 'import',
    title: 'Import jobs…',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['import'],
    icon: FileInput,
    keywords: 'history export file json ndjson restore backup take over',
  },
  {
    id: 'sample',
    title: 'Open a sample…',
    group: 'Everywhere',
    place: 'everywhere',
    icon: FlaskConical,
    keywords: 'example demo workflow',
    list: 'samples',
  },
  {
    id: 'job-by-id',
    title: 'Open job by ID…',
    group: 'Everywhere',
    place: 'everywhere',
    icon: Hash,
    keywords: 'uuid find',
    list: 'job-id',
  },
  {
    id: 'palette',
    title: 'Commands',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['palette'],
    isKeyOnly: true,
  },
  {
    id: 'search',
    title: 'Search on this page',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['search'],
    icon: Search,
    keywords: 'find filter',
  },
  {
    id: 'help',
    title: 'Keyboard shortcuts',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['help'],
    icon: Keyboard,
    keywords: 'help shortcuts keyboard settings',
  },
  {
    id: 'sign-out',
    title: 'Sign out',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['sign-out'],
    icon: LogOut,
    keywords: 'session token log out leave',
  },
  density('comfortable', 'Comfortable rows', Rows2),
  density('compact', 'Compact rows', Rows3),
  timeZone('local', 'Times in local time'),
  timeZone('utc', 'Times in UTC'),
  theme('system', 'System theme', Monitor),
  theme('dark', 'Dark theme', Moon),
  theme('light', 'Light theme', Sun),
  row('next', 'Next job', 'next', 'row-next'),
  row('previous', 'Previous job', 'previous', 'row-previous'),
  row('first', 'First job shown', 'row-first'),
  row('last', 'Last job shown', 'row-last'),
  row('open', 'Open the job', 'open'),
  ...ASSET_COMMANDS,
  {
    id: 'job-next',
    title: 'Next job in list',
    group: 'Job page',
    place: 'job',
    commands: ['next'],
    icon: ChevronDown,
  },
  {
    id: 'job-previous',
    title: 'Previous job in list',
    group: 'Job page',
    place: 'job',
    commands: ['previous'],
    icon: ChevronUp,
  },
  row('select', 'Select the job', 'select'),
  row('select-range', 'Select up to the job', 'select-range'),
  row('extend-next', 'Extend selection down', 'extend-next'),
  row('extend-previous', 'Extend selection up', 'extend-previous'),
  row('unselect', 'Clear the selection', 'clear-selection'),
  {
    id: 'select-all',
    title: 'Select all jobs shown',
    group: 'Job list',
    place: 'jobs',
    commands: ['select-all'],
    icon: ListChecks,
    keywords: 'choose mark bulk',
  },
  ...LIST_COMMANDS,
  rate('jobs', 'Rate', RATE_COMMANDS),
  rate('jobs', 'Clear ratings', ['clear-rating']),
  rate('job', 'Rate', RATE_COMMANDS),
  ...JOB_COMMANDS,
  onJob('output-next', 'Next output', 'output-next'),
  onJob('output-previous', 'Previous output', 'output-previous'),
  onJob('fit', 'Fit the graph and the image', 'fit'),
  onJob('zoom-in', 'Zoom in', 'zoom-in'),
  onJob('zoom-out', 'Zoom out', 'zoom-out'),
  onJob('zoom-size', 'Fit the image, or show its actual size', 'zoom-size'),
  ...VIEWER_COMMANDS,
  ...BATCH_COMMANDS,
  {
    id: 'clear-queue',
    title: 'Clear the queue…',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['clear-queue'],
    icon: ListX,
    keywords: 'cancel all waiting queued jobs',
  },
  {
    id: 'pause-queue',
    title: 'Pause the queue',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['pause-queue'],
    icon: Pause,
    keywords: 'stop hold waiting queued jobs',
  },
  {
    id: 'resume-queue',
    title: 'Resume the queue',
    group: 'Everywhere',
    place: 'everywhere',
    commands: ['resume-queue'],
    icon: Play,
    keywords: 'start continue unpause waiting queued jobs',
  },
  ...DRAFT_ACTION_IDS.map((id): Command => {
    const { title, icon, keywords } = DRAFT_ACTIONS[id];
    return { id, title, group: 'Workflow editor', place: 'editor', commands: [id], icon, keywords };
  }),
  { id: 'undo', title: 'Undo', group: 'Workflow editor', place: 'editor', commands: ['undo'], icon: Undo2 },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Workflow editor',
    place: 'editor',
    commands: ['redo'],
    icon: Redo2,
  },
  {
    id: 'pin',
    title: 'Pin the focused input to the template',
    group: 'Workflow editor',
    place: 'editor',
    commands: ['pin'],
    icon: Pin,
    keywords: 'unpin favorite form app',
  },
  prompt('weight-up', 'Increase the weight of a word in a prompt'),
  prompt('weight-down', 'Decrease the weight of a word in a prompt'),
  model('next', 'Next model', 'next', 'row-next'),
  model('previous', 'Previous model', 'previous', 'row-previous'),
  model('open', 'Open the model', 'open'),
  {
    id: 'model-run',
    title: 'Run the model',
    group: 'Models',
    place: 'model',
    commands: ['run'],
    icon: Play,
    keywords: 'call send start playground',
  },
  ...RUN_ACTION_IDS.flatMap((id): Command[] => {
    const { label: title, icon, command, keywords = '' } = RUN_ACTIONS[id];
    if (!command) return [];
    return [{ id: `model-run-${id}`, title, group: 'Model runs', place: 'model', commands: [command], icon, keywords }];
  }),
];

function theme(value: Theme, title: string, icon: LucideIcon): Command {
  const id = `theme-${value}` as const;
  const keywords = 'appearance colours mode switch';
  return { id, title, group: 'Theme', place: 'everywhere', commands: [id], icon, keywords };
}

function density(value: Density, title: string, icon: LucideIcon): Command {
  const id = `density-${value}` as const;
  return {
    id,
    title,
    group: 'Job list',
    place: 'jobs',
    commands: [id],
    icon,
    keywords: 'density view height list dense',
  };
}

function timeZone(value: TimeZone, title: string): Command {
  const id = `times-${value}` as const;
  return {
    id,
    title,
    group: 'Everywhere',
    place: 'everywhere',
    commands: [id],
    icon: Clock,
    keywords: 'zone dates clock view',
  };
}

/** Handled by the focused text box. */
function prompt(id: CommandId, title: string): Command {
  return { id, title, group: 'Workflow editor', place: 'editor', commands: [id], isKeyOnly: true };
}

function model(id: string, title: string, ...commands: CommandId[]): Command {
  return { id: `model-${id}`, title, group: 'Models', place: 'models', commands, isKeyOnly: true };
}

function row(id: string, title: string, ...commands: CommandId[]): Command {
  return { id: `row-${id}`, title, group: 'Job list', place: 'jobs', commands, isKeyOnly: true };
}

/** Commands of the digit keys, which set the rating. The palette has the dialog for rating and tags instead. */
function rate(place: 'job' | 'jobs', title: string, commands: readonly CommandId[]): Command {
  const group = place === 'job' ? 'Job page' : 'Job list';
  return { id: `${commands[0]}-${place}`, title, group, place, commands, isKeyOnly: true };
}

function onJob(id: string, title: string, command: CommandId): Command {
  return { id: `view-${id}`, title, group: 'Job page', place: 'job', commands: [command], isKeyOnly: true };
}

/** Returns the place of a console path. */
export function placeOf(pathname: string): CommandScope {
  const [, , page, id] = pathname.split('/');
  if (page === 'jobs') return id ? 'job' : 'jobs';
  if (page === 'submit' && id) return 'editor';
  if (page === 'assets') return 'assets';
  if (page === 'batches' && id) return 'batch';
  // The actions on runs are those of the page of a model, also in the history of all models at `models/runs`.
  if (page === 'models') return id ? 'model' : 'models';
  return 'everywhere';
}

export function appliesAt(command: Command, place: CommandScope): boolean {
  return command.place === 'everywhere' || command.place === place;
}
