import {
  ArrowDownToLine,
  ArrowUpToLine,
  Ban,
  Copy,
  Download,
  FileArchive,
  GitCompareArrows,
  ImageUp,
  Link2,
  MessageSquareQuote,
  PencilLine,
  RotateCcw,
  Star,
  Tag,
  TextCursorInput,
  Trash2,
  Workflow,
} from 'lucide-react';
import { cancelDisabledReason, isActive, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { ownKeys } from '@contract/typed-objects';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import type { TableAction } from '@/shared/commands/action-table';
import type { CommandId } from '@/shared/commands/command-keys';
import { findInputFile } from '@/shared/dialog-requests/input-request';
import { withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { comparisonReason } from '@/shared/compare/compare-model';
import { noOutputsReason } from '@/shared/files/outputs-of';

/** What decides about actions besides the jobs themselves. */
export interface JobFacts {
  /** Whether the server renames and deletes jobs. */
  canChangeJobs: (surface: Surface) => boolean;
  /** Whether the workflow of the job can be read. */
  hasWorkflow: (surface: Surface, job: ListedJob) => boolean;
  /** Queued jobs that an engine has already; `null` if the server has no queue that can be changed. */
  atEngine: (surface: Surface) => readonly string[] | null;
}

type Need = 'return workflows' | 'delete jobs' | 'rename jobs' | 'change the order of its queue' | 'search prompts';

/** What some servers do not support. The words follow "does not". */
const NEEDS: Readonly<Record<Need, (surface: Surface, job: ListedJob, facts: JobFacts) => boolean>> = {
  'return workflows': (surface, job, { hasWorkflow }) => hasWorkflow(surface, job),
  'delete jobs': (surface, _job, { canChangeJobs }) => canChangeJobs(surface),
  'rename jobs': (surface, _job, { canChangeJobs }) => canChangeJobs(surface),
  'change the order of its queue': (surface, _job, { atEngine }) => atEngine(surface) !== null,
  'search prompts': ({ kind }) => kind === 'gateway',
};

/** Its command is that of the list; on the job page too, unless there is another. */
interface ActionRow extends TableAction {
  /** For several jobs, if it differs. */
  labelOfSeveral?: string;
  commandOnPage?: CommandId;
  /** Has its own button beside the menus. */
  isButton?: true;
  needs?: Need;
  /** Whether it is shown for these jobs; absent: always. */
  isShown?: (jobs: readonly ListedJob[]) => boolean;
  /** Why it does nothing now. The jobs are on servers that support the action. */
  reasonOf?: (jobs: readonly ListedJob[], servers: readonly ServerJobs[], facts: JobFacts) => string | null;
}

/**
 * Every action on jobs, in the order of menus and bar. The job page, the menu of a row, the bar of the selection, shortcuts,
 * palette and shortcut sheet read this table, so that an action has the same name and the same reason everywhere.
 * `use-run-job-action.ts` runs them.
 */
const ROWS = {
  'run-again': {
    label: 'Run again',
    icon: RotateCcw,
    command: 'run-again',
    keywords: 'repeat retry submit rerun',
    needs: 'return workflows',
    reasonOf: (jobs) => (jobs.some(({ status }) => jobCan.runAgain(status)) ? null : 'Unknown job status.'),
  },
  edit: {
    label: 'Edit and run',
    icon: PencilLine,
    command: 'edit',
    keywords: 'change open workflow editor draft',
    count: 'one',
    needs: 'return workflows',
  },
  input: {
    label: 'Use in a workflow…',
    icon: ImageUp,
    count: 'one',
    isShown: (jobs) => jobs.some(({ outputs }) => findInputFile(outputs) !== null),
  },
  star: { label: 'Star', icon: Star, command: 'star', keywords: 'favorite mark' },
  tags: { label: 'Rating and tags…', icon: Tag, command: 'tags', keywords: 'label mark rate stars' },
  'queue-front': {
    label: 'Move to front',
    icon: ArrowUpToLine,
    command: 'queue-front',
    keywords: 'queue next first priority order',
    needs: 'change the order of its queue',
    isShown: areSomeQueued,
    reasonOf: atEngineReason,
  },
  'queue-back': {
    label: 'Move to back',
    icon: ArrowDownToLine,
    command: 'queue-back',
    keywords: 'queue last later order',
    needs: 'change the order of its queue',
    isShown: areSomeQueued,
    reasonOf: atEngineReason,
  },
  cancel: {
    label: 'Cancel',
    icon: Ban,
    tone: 'danger',
    command: 'cancel',
    keywords: 'stop abort interrupt',
    isButton: true,
    isShown: (jobs) => jobs.some(({ status }) => isActive(status)),
    reasonOf: (jobs) => {
      const [first, second] = jobs;
      if (first && !second) return cancelDisabledReason(first.status);
      return jobs.some(({ status }) => jobCan.cancel(status)) ? null : 'None of them is queued or running.';
    },
  },
  compare: {
    label: 'Compare',
    icon: GitCompareArrows,
    command: 'compare',
    keywords: 'inputs outputs side by side versus',
    count: 'several',
    reasonOf: (jobs) => {
      const reason = comparisonReason(jobs.length, 'job');
      if (reason !== null) return reason;
      return jobs.every(({ status }) => isTerminal(status)) ? null : 'Wait until all selected jobs have finished.';
    },
  },
  'save-outputs': {
    label: 'Save outputs as zip…',
    icon: FileArchive,
    command: 'save-outputs',
    // On the job page, the key of the other one zooms.
    commandOnPage: 'zip',
    keywords: 'download archive files images',
    reasonOf: noOutputsReason,
  },
  export: { label: 'Export…', icon: Download, command: 'export', keywords: 'json ndjson csv save file' },
  rename: {
    label: 'Rename…',
    icon: TextCursorInput,
    command: 'rename',
    keywords: 'title name',
    count: 'one',
    needs: 'rename jobs',
  },
  'same-workflow': {
    label: 'More of this workflow',
    icon: Workflow,
    count: 'one',
    reasonOf: (jobs) => (jobs.some(({ metadata }) => metadata?.[LABEL_TITLE]) ? null : 'Workflow name unknown.'),
  },
  'same-prompt': {
    label: 'More with this prompt',
    icon: MessageSquareQuote,
    count: 'one',
    needs: 'search prompts',
  },
  'copy-id': {
    label: 'Copy job ID',
    labelOfSeveral: 'Copy job IDs',
    icon: Copy,
    command: 'copy-id',
    keywords: 'clipboard uuid',
  },
  'copy-link': {
    label: 'Copy link',
    icon: Link2,
    command: 'copy-link',
    keywords: 'clipboard address url share',
    count: 'one',
  },
  delete: {
    label: 'Delete…',
    icon: Trash2,
    tone: 'danger',
    command: 'delete',
    keywords: 'remove trash',
    needs: 'delete jobs',
    reasonOf: (jobs) => (jobs.some(({ status }) => isTerminal(status)) ? null : 'Only finished jobs can be deleted.'),
  },
} satisfies Readonly<Record<string, ActionRow>>;

export type JobActionId = keyof typeof ROWS;

export const JOB_ACTIONS: Readonly<Record<JobActionId, ActionRow>> = ROWS;

export const JOB_ACTION_IDS = ownKeys(JOB_ACTIONS);

/** Returns the command of an action in the list or on the job page; `undefined` if it has none there. */
export function commandOf(id: JobActionId, isOnPage: boolean): CommandId | undefined {
  const { command, commandOnPage = command, count } = JOB_ACTIONS[id];
  if (!isOnPage) return command;
  return count === 'several' ? undefined : commandOnPage;
}

interface Offer {
  /** Jobs on servers that support it. */
  able: readonly ServerJobs[];
  /** Jobs on servers that do not: they are skipped. */
  lacking: readonly ServerJobs[];
  isShown: boolean;
  /** Why it does nothing now, also if it is not shown: a shortcut gives the reason. */
  reason: string | null;
}

/** Decides whether an action is offered for some jobs. */
export function offerOf(id: JobActionId, servers: readonly ServerJobs[], facts: JobFacts): Offer {
  const { count, needs, isShown, reasonOf } = JOB_ACTIONS[id];
  const can = (job: ListedJob, surface: Surface) => needs === undefined || NEEDS[needs](surface, job, facts);
  const able = withJobs(servers, can);
  const lacking = withJobs(servers, (job, surface) => !can(job, surface));
  const jobs = able.flatMap((server) => server.jobs);
  const all = servers.flatMap((server) => server.jobs);
  if (count === 'one' && all.length > 1) return { able, lacking, isShown: false, reason: null };
  return {
    able,
    lacking,
    isShown: jobs.length > 0 && (isShown?.(all) ?? true),
    reason:
      needs !== undefined && jobs.length === 0 && lacking.length > 0
        ? `${lacking.length === 1 ? 'This server does' : 'These servers do'} not ${needs}.`
        : (reasonOf?.(jobs, able, facts) ?? null),
  };
}

/** Returns text for one server: `Studio: 2 jobs skipped because the server does not delete jobs.` */
export function skippedText(id: JobActionId, { surface, jobs }: ServerJobs): string {
  return `${surface.name}: ${formatCount(jobs.length, 'job')} skipped because the server does not ${JOB_ACTIONS[id].needs}.`;
}

function areSomeQueued(jobs: readonly ListedJob[]): boolean {
  return jobs.some(({ status }) => status === 'queued');
}

function atEngineReason(
  _jobs: readonly ListedJob[],
  servers: readonly ServerJobs[],
  { atEngine }: JobFacts,
): string | null {
  const queued = servers.flatMap(({ surface, jobs }) =>
    jobs.filter(({ status }) => status === 'queued').map(({ id }) => atEngine(surface)?.includes(id) === true),
  );
  if (queued.length === 0 || queued.includes(false)) return null;
  return queued.length === 1
    ? 'An engine has this job already, so it cannot be moved.'
    : 'Engines have these jobs already, so they cannot be moved.';
}
