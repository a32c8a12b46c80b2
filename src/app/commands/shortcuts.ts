import {
  Ban,
  ChevronDown,
  ChevronUp,
  CircleX,
  Clock,
  Copy,
  Download,
  FileArchive,
  FileInput,
  FlaskConical,
  GitCompareArrows,
  HardDrive,
  Hash,
  Image,
  Inbox,
  Keyboard,
  ListChecks,
  ListVideo,
  ListX,
  LoaderCircle,
  Monitor,
  Moon,
  Play,
  Redo2,
  RotateCcw,
  Rows2,
  Rows3,
  Search,
  Sparkle,
  Star,
  Sun,
  Tag,
  Undo2,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import type { Density } from '@/features/jobs/view/list-view';
import type { Theme } from '@/lib/theme';
import type { TimeZone } from '@/lib/time-zone';
import type { Command, CommandContext, Place } from './command';
import { JOB_COMMANDS } from './job-commands';

/**
 * Everything that the shell can be told to do: the palette, the sheet and the handler of keys read this one table. A
 * command without `run` is done by the page that it belongs to; the palette then presses its keys.
 */
export const COMMANDS: readonly Command[] = [
  {
    id: 'jobs',
    title: 'Jobs',
    group: 'Go to',
    place: 'everywhere',
    keys: ['g j'],
    icon: ListVideo,
    keywords: 'list dashboard queue history',
    run: ({ goToJobs }) => goToJobs(),
  },
  {
    id: 'submit',
    title: 'Submit',
    group: 'Go to',
    place: 'everywhere',
    keys: ['g s'],
    icon: Upload,
    keywords: 'open workflow upload new drop',
    run: ({ goToSubmit }) => goToSubmit(),
  },
  {
    id: 'assets',
    title: 'Assets',
    group: 'Go to',
    place: 'everywhere',
    keys: ['g a'],
    icon: Image,
    keywords: 'files pictures gallery uploads outputs library',
    run: ({ goToAssets }) => goToAssets(),
  },
  {
    id: 'models',
    title: 'Models',
    group: 'Go to',
    place: 'everywhere',
    keys: ['g m'],
    icon: Sparkle,
    keywords: 'catalog playground partner router run',
    run: ({ goToModels }) => goToModels(),
  },
  {
    id: 'jobs-running',
    title: 'Running jobs',
    group: 'Go to',
    place: 'everywhere',
    icon: LoaderCircle,
    keywords: 'list filter active',
    run: ({ goToJobs }) => goToJobs('running'),
  },
  {
    id: 'jobs-failed',
    title: 'Failed jobs',
    group: 'Go to',
    place: 'everywhere',
    icon: CircleX,
    keywords: 'list filter errors',
    run: ({ goToJobs }) => goToJobs('failed'),
  },
  {
    id: 'outbox',
    title: 'Outbox',
    group: 'Go to',
    place: 'everywhere',
    keys: ['g o'],
    icon: Inbox,
    keywords: 'runs pending waiting maybe submitted sent',
    run: ({ openOutbox }) => openOutbox(),
  },
  {
    id: 'device-data',
    title: 'Data on this device',
    group: 'Go to',
    place: 'everywhere',
    icon: HardDrive,
    keywords: 'storage quota space settings privacy clear history export backup',
    run: ({ openDeviceData }) => openDeviceData(),
  },
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
    title: 'Open a job by its id…',
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
    keys: ['mod+k'],
    isKeyOnly: true,
    run: ({ openPalette }) => openPalette(),
  },
  {
    id: 'search',
    title: 'Search on this page',
    group: 'Everywhere',
    place: 'everywhere',
    keys: ['/'],
    icon: Search,
    keywords: 'find filter',
    canRun: ({ hasSearch }) => hasSearch(),
    run: ({ focusSearch }) => focusSearch(),
  },
  {
    id: 'help',
    title: 'Keys and notifications',
    group: 'Everywhere',
    place: 'everywhere',
    keys: ['?'],
    icon: Keyboard,
    keywords: 'help shortcuts keyboard settings',
    run: ({ openSheet }) => openSheet(),
  },
  density('comfortable', 'Comfortable rows', Rows2),
  density('compact', 'Compact rows', Rows3),
  timeZone('local', 'Times in local time'),
  timeZone('utc', 'Times in UTC'),
  theme('system', 'Theme of the system', Monitor),
  theme('dark', 'Dark theme', Moon),
  theme('light', 'Light theme', Sun),
  row('next', 'Next job', ['j', 'ArrowDown']),
  row('previous', 'Previous job', ['k', 'ArrowUp']),
  row('open', 'Open the job', ['Enter']),
  tile('open', 'Details of the file', ['Enter']),
  tile('select', 'Select the file', ['x']),
  tile('star', 'Star the file', ['s']),
  {
    id: 'job-next',
    title: 'Next job of the list',
    group: 'Job page',
    place: 'job',
    keys: ['j'],
    icon: ChevronDown,
  },
  {
    id: 'job-previous',
    title: 'Previous job of the list',
    group: 'Job page',
    place: 'job',
    keys: ['k'],
    icon: ChevronUp,
  },
  row('select', 'Select the job', ['x']),
  row('reach-next', 'Select on to the next job', ['shift+j', 'shift+ArrowDown']),
  row('reach-previous', 'Select on to the previous job', ['shift+k', 'shift+ArrowUp']),
  row('unselect', 'Clear the selection', ['Escape']),
  {
    id: 'select-all',
    title: 'Select all jobs shown',
    group: 'List of jobs',
    place: 'jobs',
    keys: ['mod+a'],
    icon: ListChecks,
    keywords: 'choose mark bulk',
  },
  selected('cancel', 'Cancel the selected jobs…', 'c', Ban, 'stop abort bulk'),
  selected('run', 'Run the selected jobs again…', 'r', RotateCcw, 'repeat retry submit bulk'),
  selected('copy', 'Copy the ids of the selected jobs', 'y', Copy, 'clipboard bulk'),
  selected('compare', 'Compare the selected jobs', 'v', GitCompareArrows, 'inputs outputs side by side versus bulk'),
  selected('star', 'Star the selected jobs', 's', Star, 'favourite favorite mark bulk'),
  rate('jobs', 'Rate the selected jobs', ['1', '2', '3', '4', '5']),
  rate('jobs', 'Take their ratings away', ['0']),
  selected('tags', 'Rating and tags of the selected jobs…', 't', Tag, 'label mark stars bulk'),
  selected('save', 'Save the outputs of the selected jobs…', 'z', FileArchive, 'zip download files pictures bulk'),
  selected('export', 'Export the selected jobs…', 'e', Download, 'json ndjson csv save file bulk'),
  {
    id: 'compare',
    title: 'Compare outputs',
    group: 'Job page',
    place: 'job',
    keys: ['c'],
    icon: GitCompareArrows,
    keywords: 'slider side by side difference flicker pictures films',
  },
  rate('job', 'Rate the job', ['1', '2', '3', '4', '5']),
  rate('job', 'Take its rating away', ['0']),
  ...JOB_COMMANDS,
  picture('nearer', 'Zoom in', '='),
  picture('farther', 'Zoom out', '-'),
  picture('size', 'Fit the picture, or show its actual size', 'z'),
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
    keys: ['mod+Enter'],
    icon: Play,
    keywords: 'submit queue start',
  },
  { id: 'undo', title: 'Undo', group: 'Workflow editor', place: 'editor', keys: ['mod+z'], icon: Undo2 },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Workflow editor',
    place: 'editor',
    keys: ['mod+shift+z', 'mod+y'],
    icon: Redo2,
  },
  model('next', 'Next model', ['j', 'ArrowDown']),
  model('previous', 'Previous model', ['k', 'ArrowUp']),
  model('open', 'Open the model', ['Enter']),
  {
    id: 'model-run',
    title: 'Run the model',
    group: 'Models',
    place: 'model',
    keys: ['mod+Enter'],
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
  return { id: `density-${value}`, title, group: 'List of jobs', place: 'jobs', icon, keywords, run };
}

function timeZone(value: TimeZone, title: string): Command {
  const keywords = 'zone dates clock view';
  const run = ({ setTimeZone }: CommandContext) => setTimeZone(value);
  return { id: `times-${value}`, title, group: 'Everywhere', place: 'everywhere', icon: Clock, keywords, run };
}

function tile(id: string, title: string, keys: readonly string[]): Command {
  return { id: `tile-${id}`, title, group: 'Files', place: 'assets', keys, isKeyOnly: true };
}

function model(id: string, title: string, keys: readonly string[]): Command {
  return { id: `model-${id}`, title, group: 'Models', place: 'models', keys, isKeyOnly: true };
}

function row(id: string, title: string, keys: readonly string[]): Command {
  return { id: `row-${id}`, title, group: 'List of jobs', place: 'jobs', keys, isKeyOnly: true };
}

/** Digits are stars. The palette has the dialog of rating and tags instead: it cannot ask for a digit. */
function rate(place: 'job' | 'jobs', title: string, keys: readonly string[]): Command {
  const group = place === 'job' ? 'Job page' : 'List of jobs';
  return { id: `rate-${place}-${keys.join('')}`, title, group, place, keys, isKeyOnly: true };
}

function picture(id: string, title: string, key: string): Command {
  return { id: `picture-${id}`, title, group: 'Job page', place: 'job', keys: [key], isKeyOnly: true };
}

/** What is done to the rows that are chosen. */
function selected(id: string, title: string, key: string, icon: LucideIcon, keywords: string): Command {
  const canRun = ({ hasSelection }: CommandContext) => hasSelection();
  return { id: `selected-${id}`, title, group: 'List of jobs', place: 'jobs', keys: [key], icon, keywords, canRun };
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
