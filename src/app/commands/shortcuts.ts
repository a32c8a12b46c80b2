import {
  Ban,
  ChevronDown,
  ChevronUp,
  Clock,
  Copy,
  Download,
  FileArchive,
  FileInput,
  FlaskConical,
  GitCompareArrows,
  Hash,
  Keyboard,
  ListChecks,
  ListX,
  LogOut,
  Monitor,
  Moon,
  Play,
  Redo2,
  RotateCcw,
  Rows2,
  Rows3,
  Search,
  Star,
  Sun,
  Tag,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { Density } from '@/features/jobs/view/list-view';
import type { Theme } from '@/lib/theme';
import type { TimeZone } from '@/lib/time-zone';
import type { Command, CommandContext, Place } from './command';
import { RATE_SHORTCUTS, type ShortcutId } from '@/shared/shortcuts/shortcut-table';
import { GO_COMMANDS } from './go-commands';
import { JOB_COMMANDS } from './job-commands';
import { VIEWER_COMMANDS } from './viewer-commands';

/**
 * Everything that the shell can be told to do: the palette, the sheet and the handler of keys read this one table. A
 * command without `run` is done by the page that it belongs to; the palette then runs its shortcut there.
 */
export const COMMANDS: readonly Command[] = [
  ...GO_COMMANDS,
  {
    id: 'import',
    title: 'Import jobs…',
    group: 'Everywhere',
    place: 'everywhere',
    icon: FileInput,
    keywords: 'history export file json ndjson restore backup take over',
    run: ({ importJobs }) => importJobs(),
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
    shortcuts: ['palette'],
    isKeyOnly: true,
    run: ({ openPalette }) => openPalette(),
  },
  {
    id: 'search',
    title: 'Search on this page',
    group: 'Everywhere',
    place: 'everywhere',
    shortcuts: ['search'],
    icon: Search,
    keywords: 'find filter',
    canRun: ({ hasSearch }) => hasSearch(),
    run: ({ focusSearch }) => focusSearch(),
  },
  {
    id: 'help',
    title: 'Keyboard shortcuts',
    group: 'Everywhere',
    place: 'everywhere',
    shortcuts: ['help'],
    icon: Keyboard,
    keywords: 'help shortcuts keyboard settings',
    run: ({ openSheet }) => openSheet(),
  },
  {
    id: 'sign-out',
    title: 'Sign out',
    group: 'Everywhere',
    place: 'everywhere',
    icon: LogOut,
    keywords: 'session token log out leave',
    canRun: ({ isSignedIn }) => isSignedIn(),
    run: ({ signOut }) => signOut(),
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
  tile('open', 'Details of the file', 'open'),
  tile('select', 'Select the file', 'select'),
  tile('star', 'Star the file', 'star'),
  {
    id: 'job-next',
    title: 'Next job in list',
    group: 'Job page',
    place: 'job',
    shortcuts: ['next'],
    icon: ChevronDown,
  },
  {
    id: 'job-previous',
    title: 'Previous job in list',
    group: 'Job page',
    place: 'job',
    shortcuts: ['previous'],
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
    shortcuts: ['select-all'],
    icon: ListChecks,
    keywords: 'choose mark bulk',
  },
  selected('cancel', 'Cancel the selected jobs…', 'cancel', Ban, 'stop abort bulk'),
  selected('run', 'Run the selected jobs again…', 'run-again', RotateCcw, 'repeat retry submit bulk'),
  selected('copy', 'Copy the ids of the selected jobs', 'copy-id', Copy, 'clipboard bulk'),
  selected(
    'compare',
    'Compare the selected jobs',
    'compare',
    GitCompareArrows,
    'inputs outputs side by side versus bulk',
  ),
  selected('star', 'Star the selected jobs', 'star', Star, 'favorite mark bulk'),
  rate('jobs', 'Rate the selected jobs', RATE_SHORTCUTS),
  rate('jobs', 'Clear ratings', ['clear-rating']),
  selected('tags', 'Rating and tags of the selected jobs…', 'tags', Tag, 'label mark stars bulk'),
  selected(
    'save',
    'Save the outputs of the selected jobs…',
    'save-outputs',
    FileArchive,
    'zip download files images bulk',
  ),
  selected('delete', 'Delete the selected jobs…', 'delete', Trash2, 'remove trash bulk'),
  selected('export', 'Export the selected jobs…', 'export', Download, 'json ndjson csv save file bulk'),
  rate('job', 'Rate the job', RATE_SHORTCUTS),
  ...JOB_COMMANDS,
  onJob('output-next', 'Next output', 'output-next'),
  onJob('output-previous', 'Previous output', 'output-previous'),
  onJob('fit', 'Fit the graph and the image', 'fit'),
  onJob('zoom-in', 'Zoom in', 'zoom-in'),
  onJob('zoom-out', 'Zoom out', 'zoom-out'),
  onJob('zoom-size', 'Fit the image, or show its actual size', 'zoom-size'),
  ...VIEWER_COMMANDS,
  {
    id: 'clear-queue',
    title: 'Clear the queue…',
    group: 'Everywhere',
    place: 'everywhere',
    icon: ListX,
    keywords: 'cancel all waiting queued jobs',
    run: ({ clearQueue }) => clearQueue(),
  },
  {
    id: 'run',
    title: 'Run the workflow',
    group: 'Workflow editor',
    place: 'editor',
    shortcuts: ['run'],
    icon: Play,
    keywords: 'submit queue start',
  },
  { id: 'undo', title: 'Undo', group: 'Workflow editor', place: 'editor', shortcuts: ['undo'], icon: Undo2 },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Workflow editor',
    place: 'editor',
    shortcuts: ['redo'],
    icon: Redo2,
  },
  model('next', 'Next model', 'next', 'row-next'),
  model('previous', 'Previous model', 'previous', 'row-previous'),
  model('open', 'Open the model', 'open'),
  {
    id: 'model-run',
    title: 'Run the model',
    group: 'Models',
    place: 'model',
    shortcuts: ['run'],
    icon: Play,
    keywords: 'call send start playground',
  },
];

function theme(value: Theme, title: string, icon: LucideIcon): Command {
  const keywords = 'appearance colours mode switch';
  const id = `theme-${value}`;
  return { id, title, group: 'Theme', place: 'everywhere', icon, keywords, run: ({ setTheme }) => setTheme(value) };
}

function density(value: Density, title: string, icon: LucideIcon): Command {
  const keywords = 'density view height list dense';
  const run = ({ setDensity }: CommandContext) => setDensity(value);
  return { id: `density-${value}`, title, group: 'Job list', place: 'jobs', icon, keywords, run };
}

function timeZone(value: TimeZone, title: string): Command {
  const keywords = 'zone dates clock view';
  const run = ({ setTimeZone }: CommandContext) => setTimeZone(value);
  return { id: `times-${value}`, title, group: 'Everywhere', place: 'everywhere', icon: Clock, keywords, run };
}

function tile(id: string, title: string, shortcut: ShortcutId): Command {
  return { id: `tile-${id}`, title, group: 'Files', place: 'assets', shortcuts: [shortcut], isKeyOnly: true };
}

function model(id: string, title: string, ...shortcuts: ShortcutId[]): Command {
  return { id: `model-${id}`, title, group: 'Models', place: 'models', shortcuts, isKeyOnly: true };
}

function row(id: string, title: string, ...shortcuts: ShortcutId[]): Command {
  return { id: `row-${id}`, title, group: 'Job list', place: 'jobs', shortcuts, isKeyOnly: true };
}

/** Digits are stars. The palette has the dialog of rating and tags instead: it cannot ask for a digit. */
function rate(place: 'job' | 'jobs', title: string, shortcuts: readonly ShortcutId[]): Command {
  const group = place === 'job' ? 'Job page' : 'Job list';
  return { id: `${shortcuts[0]}-${place}`, title, group, place, shortcuts, isKeyOnly: true };
}

function onJob(id: string, title: string, shortcut: ShortcutId): Command {
  return { id: `view-${id}`, title, group: 'Job page', place: 'job', shortcuts: [shortcut], isKeyOnly: true };
}

/** What is done to the selected rows, or to the focused one if none is selected: the list offers it by this id. */
function selected(id: string, title: string, shortcut: ShortcutId, icon: LucideIcon, keywords: string): Command {
  const action = `selected-${id}`;
  return {
    id: action,
    title,
    group: 'Job list',
    place: 'jobs',
    shortcuts: [shortcut],
    icon,
    keywords,
    canRun: ({ hasSelection, hasFocusedRow, pageAction }) =>
      (hasSelection() || hasFocusedRow()) && pageAction(action) !== null,
    disabledReason: ({ pageAction }) => pageAction(action)?.disabledReason ?? null,
    run: ({ pageAction }) => pageAction(action)?.run(),
  };
}

/** The place that an address of the console stands for. */
export function placeOf(pathname: string): Place {
  const [, , page, id] = pathname.split('/');
  if (page === 'jobs') return id ? 'job' : 'jobs';
  if (page === 'submit' && id) return 'editor';
  if (page === 'assets') return 'assets';
  if (page === 'models') return id ? 'model' : 'models';
  return 'everywhere';
}

export function appliesAt(command: Command, place: Place): boolean {
  return command.place === 'everywhere' || command.place === place;
}
