import {
  ChevronDown,
  ChevronUp,
  Clock,
  FileInput,
  FlaskConical,
  Hash,
  Keyboard,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
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
import { ownKeys } from '@contract/typed-objects';
import { RUN_ACTION_IDS, RUN_ACTIONS } from '@/features/models/actions/run-actions';
import { FILE_ACTIONS } from '@/features/models/result/file-actions';
import { DRAFT_ACTION_IDS, DRAFT_ACTIONS } from '@/features/submit/draft/draft-actions';
import type { Density } from '@/features/jobs/view/list-view';
import { msg, type Message } from '@/lib/i18n/messages';
import type { Theme } from '@/lib/theme';
import type { TimeZone } from '@/lib/time-zone';
import type { Command, CommandGroup, CommandScope } from './command';
import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import type { TableAction } from '@/shared/commands/action-table';
import { QUEUE_ACTIONS } from '@/shared/queue/queue-actions';
import { GO_COMMANDS } from './go-commands';
import { ASSET_COMMANDS, BATCH_COMMANDS, JOB_COMMANDS, LIST_COMMANDS, VIEWER_COMMANDS } from './page-commands';

/** All commands of Flowdeck: the palette, the shortcut sheet and the settings read this one table. */
export const COMMANDS: readonly Command[] = [
  ...GO_COMMANDS,
  {
    id: 'import',
    title: msg('Import jobs…'),
    group: 'everywhere',
    place: 'everywhere',
    commands: ['import'],
    icon: FileInput,
    keywords: msg('history export file json ndjson restore backup take over'),
  },
  {
    id: 'sample',
    title: msg('Open a sample…'),
    group: 'everywhere',
    place: 'everywhere',
    icon: FlaskConical,
    keywords: msg('example demo workflow'),
    list: 'samples',
  },
  {
    id: 'job-by-id',
    title: msg('Open job by ID…'),
    group: 'everywhere',
    place: 'everywhere',
    icon: Hash,
    keywords: msg('uuid find'),
    list: 'job-id',
  },
  {
    id: 'palette',
    title: msg('Commands'),
    group: 'everywhere',
    place: 'everywhere',
    commands: ['palette'],
    isKeyOnly: true,
  },
  {
    id: 'search',
    title: msg('Search on this page'),
    group: 'everywhere',
    place: 'everywhere',
    commands: ['search'],
    icon: Search,
    keywords: msg('find filter'),
  },
  {
    id: 'help',
    title: msg('Keyboard shortcuts'),
    group: 'everywhere',
    place: 'everywhere',
    commands: ['help'],
    icon: Keyboard,
    keywords: msg('help shortcuts keyboard settings'),
  },
  {
    id: 'sign-out',
    title: msg('Sign out'),
    group: 'everywhere',
    place: 'everywhere',
    commands: ['sign-out'],
    icon: LogOut,
    keywords: msg('session token log out leave'),
  },
  density('comfortable', msg('Comfortable rows'), Rows2),
  density('compact', msg('Compact rows'), Rows3),
  timeZone('local', msg('Times in local time')),
  timeZone('utc', msg('Times in UTC')),
  theme('system', msg('System theme'), Monitor),
  theme('dark', msg('Dark theme'), Moon),
  theme('light', msg('Light theme'), Sun),
  row('next', msg('Next job'), 'next', 'row-next'),
  row('previous', msg('Previous job'), 'previous', 'row-previous'),
  row('first', msg('First job shown'), 'row-first'),
  row('last', msg('Last job shown'), 'row-last'),
  row('open', msg('Open the job'), 'open'),
  ...ASSET_COMMANDS,
  {
    id: 'job-next',
    title: msg('Next job in list'),
    group: 'job',
    place: 'job',
    commands: ['next'],
    icon: ChevronDown,
  },
  {
    id: 'job-previous',
    title: msg('Previous job in list'),
    group: 'job',
    place: 'job',
    commands: ['previous'],
    icon: ChevronUp,
  },
  row('select', msg('Select the job'), 'select'),
  row('select-range', msg('Select up to the job'), 'select-range'),
  row('extend-next', msg('Extend selection down'), 'extend-next'),
  row('extend-previous', msg('Extend selection up'), 'extend-previous'),
  row('unselect', msg('Clear the selection'), 'clear-selection'),
  {
    id: 'select-all',
    title: msg('Select all jobs shown'),
    group: 'jobs',
    place: 'jobs',
    commands: ['select-all'],
    icon: ListChecks,
    keywords: msg('choose mark bulk'),
  },
  ...LIST_COMMANDS,
  rate('jobs', msg('Rate'), RATE_COMMANDS),
  rate('jobs', msg('Clear ratings'), ['clear-rating']),
  rate('job', msg('Rate'), RATE_COMMANDS),
  ...JOB_COMMANDS,
  onJob('output-next', msg('Next output'), 'output-next'),
  onJob('output-previous', msg('Previous output'), 'output-previous'),
  onJob('fit', msg('Fit the graph and the image'), 'fit'),
  onJob('zoom-in', msg('Zoom in'), 'zoom-in'),
  onJob('zoom-out', msg('Zoom out'), 'zoom-out'),
  onJob('zoom-size', msg('Fit the image, or show its actual size'), 'zoom-size'),
  ...VIEWER_COMMANDS,
  ...BATCH_COMMANDS,
  ...ownKeys(QUEUE_ACTIONS).map((id): Command => {
    const { title, icon, keywords } = QUEUE_ACTIONS[id];
    return { id, title, group: 'everywhere', place: 'everywhere', commands: [id], icon, keywords };
  }),
  ...DRAFT_ACTION_IDS.map((id): Command => {
    const { title, icon, keywords } = DRAFT_ACTIONS[id];
    return { id, title, group: 'editor', place: 'editor', commands: [id], icon, keywords };
  }),
  { id: 'undo', title: msg('Undo'), group: 'editor', place: 'editor', commands: ['undo'], icon: Undo2 },
  {
    id: 'redo',
    title: msg('Redo'),
    group: 'editor',
    place: 'editor',
    commands: ['redo'],
    icon: Redo2,
  },
  {
    id: 'pin',
    title: msg('Pin the focused input to the template'),
    group: 'editor',
    place: 'editor',
    commands: ['pin'],
    icon: Pin,
    keywords: msg('unpin favorite form app'),
  },
  prompt('weight-up', msg('Increase the weight of a word in a prompt')),
  prompt('weight-down', msg('Decrease the weight of a word in a prompt')),
  ...selecting('drafts', 'drafts', {
    select: msg('Select the draft'),
    'select-range': msg('Select up to the draft'),
    'select-all': msg('Select all drafts'),
  }),
  model('next', msg('Next model'), 'next', 'row-next'),
  model('previous', msg('Previous model'), 'previous', 'row-previous'),
  model('open', msg('Open the model'), 'open'),
  {
    id: 'model-run',
    title: msg('Run the model'),
    group: 'models',
    place: 'model',
    commands: ['run'],
    icon: Play,
    keywords: msg('call send start playground'),
  },
  ...RUN_ACTION_IDS.flatMap((id): Command[] => {
    const { label: title, icon, command, keywords }: TableAction = RUN_ACTIONS[id];
    if (!command) return [];
    return [{ id: `model-run-${id}`, title, group: 'runs', place: 'model', commands: [command], icon, keywords }];
  }),
  ...ownKeys(FILE_ACTIONS).flatMap((id): Command[] => {
    const { label: title, icon, command, keywords } = FILE_ACTIONS[id];
    if (!command) return [];
    return [{ id: `model-file-${id}`, title, group: 'runs', place: 'model', commands: [command], icon, keywords }];
  }),
  rate('model', msg('Rate'), RATE_COMMANDS),
  ...selecting('runs', 'model', {
    select: msg('Select the run'),
    'select-range': msg('Select up to the run'),
    'select-all': msg('Select all runs'),
  }),
];

function theme(value: Theme, title: Message, icon: LucideIcon): Command {
  const id = `theme-${value}` as const;
  const keywords = msg('appearance colours mode switch');
  return { id, title, group: 'theme', place: 'everywhere', commands: [id], icon, keywords };
}

function density(value: Density, title: Message, icon: LucideIcon): Command {
  const id = `density-${value}` as const;
  return {
    id,
    title,
    group: 'jobs',
    place: 'jobs',
    commands: [id],
    icon,
    keywords: msg('density view height list dense'),
  };
}

function timeZone(value: TimeZone, title: Message): Command {
  const id = `times-${value}` as const;
  return {
    id,
    title,
    group: 'everywhere',
    place: 'everywhere',
    commands: [id],
    icon: Clock,
    keywords: msg('zone dates clock view'),
  };
}

/** Handled by the focused text box. */
function prompt(id: CommandId, title: Message): Command {
  return { id, title, group: 'editor', place: 'editor', commands: [id], isKeyOnly: true };
}

function model(id: string, title: Message, ...commands: CommandId[]): Command {
  return { id: `model-${id}`, title, group: 'models', place: 'models', commands, isKeyOnly: true };
}

/** Keys of `useListSelection`. */
function selecting(
  group: CommandGroup,
  place: CommandScope,
  titles: Readonly<Record<'select' | 'select-range' | 'select-all', Message>>,
): Command[] {
  const all = { ...titles, 'clear-selection': msg('Clear the selection') };
  return ownKeys(all).map((id) => ({
    id: `${group}-${id}`,
    title: all[id],
    group,
    place,
    commands: [id],
    isKeyOnly: true,
  }));
}

function row(id: string, title: Message, ...commands: CommandId[]): Command {
  return { id: `row-${id}`, title, group: 'jobs', place: 'jobs', commands, isKeyOnly: true };
}

/** Commands of the digit keys, which set the rating. The palette has the dialog for rating and tags instead. */
function rate(place: 'job' | 'jobs' | 'model', title: Message, commands: readonly CommandId[]): Command {
  const group = place === 'model' ? 'runs' : place;
  return { id: `${commands[0]}-${place}`, title, group, place, commands, isKeyOnly: true };
}

function onJob(id: string, title: Message, command: CommandId): Command {
  return { id: `view-${id}`, title, group: 'job', place: 'job', commands: [command], isKeyOnly: true };
}

/** Returns the place of a console path. */
export function placeOf(pathname: string): CommandScope {
  const [, , page, id] = pathname.split('/');
  if (page === 'jobs') return id ? 'job' : 'jobs';
  if (page === 'submit') return id ? 'editor' : 'drafts';
  if (page === 'assets') return 'assets';
  if (page === 'batches' && id) return 'batch';
  // The actions on runs are those of the page of a model, also in the history of all models at `models/runs`.
  if (page === 'models') return id ? 'model' : 'models';
  return 'everywhere';
}

export function appliesAt(command: Command, place: CommandScope): boolean {
  return command.place === 'everywhere' || command.place === place;
}
