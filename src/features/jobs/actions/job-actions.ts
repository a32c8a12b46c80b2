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
import { isActive, isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { ListedJob } from '@contract/jobs/schemas';
import { ownKeys } from '@contract/typed-objects';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import type { Surface } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { TableAction } from '@/shared/commands/action-table';
import type { CommandId } from '@/shared/commands/command-keys';
import { findInputFile } from '@/shared/dialog-requests/input-request';
import { withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { comparisonReason } from '@/shared/compare/compare-model';
import { noOutputsReason } from '@/shared/files/outputs-of';
import { cancelDisabledReason } from '@/shared/job-text';

/** What decides about actions besides the jobs themselves. */
export interface JobFacts {
  /** Whether the server renames and deletes jobs. */
  canChangeJobs: (surface: Surface) => boolean;
  /** Whether the workflow of the job can be read. */
  hasWorkflow: (surface: Surface, job: ListedJob) => boolean;
  /** Queued jobs that an engine has already; `null` if the server has no queue that can be changed. */
  atEngine: (surface: Surface) => readonly string[] | null;
}

type Need = 'workflows' | 'deletion' | 'renaming' | 'queue-order' | 'prompt-search';

interface Support {
  isMet: (surface: Surface, job: ListedJob, facts: JobFacts) => boolean;
  /** Says that this many servers lack it. */
  lackText: (count: number) => string;
  /** Says that so many jobs of a server are skipped for that reason. */
  skippedText: (values: { name: string; count: number }) => string;
}

/** What some servers do not support. */
const NEEDS: Readonly<Record<Need, Support>> = {
  workflows: {
    isMet: (surface, job, { hasWorkflow }) => hasWorkflow(surface, job),
    lackText: (count) =>
      t(
        '{count, plural, one {This server does not return workflows.} other {These servers do not return workflows.}}',
        {
          count,
        },
      ),
    skippedText: (values) =>
      t(
        '{name}: {count, plural, one {# job} other {# jobs}} skipped because the server does not return workflows.',
        values,
      ),
  },
  deletion: {
    isMet: (surface, _job, { canChangeJobs }) => canChangeJobs(surface),
    lackText: (count) =>
      t('{count, plural, one {This server does not delete jobs.} other {These servers do not delete jobs.}}', {
        count,
      }),
    skippedText: (values) =>
      t('{name}: {count, plural, one {# job} other {# jobs}} skipped because the server does not delete jobs.', values),
  },
  renaming: {
    isMet: (surface, _job, { canChangeJobs }) => canChangeJobs(surface),
    lackText: (count) =>
      t('{count, plural, one {This server does not rename jobs.} other {These servers do not rename jobs.}}', {
        count,
      }),
    skippedText: (values) =>
      t('{name}: {count, plural, one {# job} other {# jobs}} skipped because the server does not rename jobs.', values),
  },
  'queue-order': {
    isMet: (surface, _job, { atEngine }) => atEngine(surface) !== null,
    lackText: (count) =>
      t(
        '{count, plural, one {This server does not change the order of its queue.} other {These servers do not change the order of its queue.}}',
        { count },
      ),
    skippedText: (values) =>
      t(
        '{name}: {count, plural, one {# job} other {# jobs}} skipped because the server does not change the order of its queue.',
        values,
      ),
  },
  'prompt-search': {
    isMet: ({ kind }) => kind === 'gateway',
    lackText: (count) =>
      t('{count, plural, one {This server does not search prompts.} other {These servers do not search prompts.}}', {
        count,
      }),
    skippedText: (values) =>
      t(
        '{name}: {count, plural, one {# job} other {# jobs}} skipped because the server does not search prompts.',
        values,
      ),
  },
};

/** Its command is that of the list; on the job page too, unless there is another. */
interface ActionRow extends TableAction {
  /** For several jobs, if it differs. */
  labelOfSeveral?: Message;
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
 * palette and shortcut sheet read this table, so that an action has the same name and the same reason everywhere (decision 108).
 * `use-run-job-action.ts` runs them.
 */
const ROWS = {
  'run-again': {
    label: msg('Run again'),
    icon: RotateCcw,
    command: 'run-again',
    keywords: msg('repeat retry submit rerun'),
    needs: 'workflows',
    reasonOf: (jobs) => (jobs.some(({ status }) => jobCan.runAgain(status)) ? null : t('Unknown job status.')),
  },
  edit: {
    label: msg('Edit and run'),
    icon: PencilLine,
    command: 'edit',
    keywords: msg('change open workflow editor draft'),
    count: 'one',
    needs: 'workflows',
  },
  input: {
    label: msg('Use in a workflow…'),
    icon: ImageUp,
    count: 'one',
    isShown: (jobs) => jobs.some(({ outputs }) => findInputFile(outputs) !== null),
  },
  star: { label: msg('Star'), icon: Star, command: 'star', keywords: msg('favorite mark') },
  tags: { label: msg('Rating and tags…'), icon: Tag, command: 'tags', keywords: msg('label mark rate stars') },
  'queue-front': {
    label: msg('Move to front'),
    icon: ArrowUpToLine,
    command: 'queue-front',
    keywords: msg('queue next first priority order'),
    needs: 'queue-order',
    isShown: areSomeQueued,
    reasonOf: atEngineReason,
  },
  'queue-back': {
    label: msg('Move to back'),
    icon: ArrowDownToLine,
    command: 'queue-back',
    keywords: msg('queue last later order'),
    needs: 'queue-order',
    isShown: areSomeQueued,
    reasonOf: atEngineReason,
  },
  cancel: {
    label: msg('Cancel'),
    icon: Ban,
    tone: 'danger',
    command: 'cancel',
    keywords: msg('stop abort interrupt'),
    isButton: true,
    isShown: (jobs) => jobs.some(({ status }) => isActive(status)),
    reasonOf: (jobs) => {
      const [first, second] = jobs;
      if (first && !second) return cancelDisabledReason(first.status);
      return jobs.some(({ status }) => jobCan.cancel(status)) ? null : t('None of them is queued or running.');
    },
  },
  compare: {
    label: msg('Compare'),
    icon: GitCompareArrows,
    command: 'compare',
    keywords: msg('inputs outputs side by side versus'),
    count: 'several',
    reasonOf: (jobs) => {
      const reason = comparisonReason(jobs.length, 'job');
      if (reason !== null) return reason;
      return jobs.every(({ status }) => isTerminal(status)) ? null : t('Wait until all selected jobs have finished.');
    },
  },
  'save-outputs': {
    label: msg('Save outputs as zip…'),
    icon: FileArchive,
    command: 'save-outputs',
    // On the job page, the key of the other one zooms.
    commandOnPage: 'zip',
    keywords: msg('download archive files images'),
    reasonOf: noOutputsReason,
  },
  export: { label: msg('Export…'), icon: Download, command: 'export', keywords: msg('json ndjson csv save file') },
  rename: {
    label: msg('Rename…'),
    icon: TextCursorInput,
    command: 'rename',
    keywords: msg('title name'),
    count: 'one',
    needs: 'renaming',
  },
  'same-workflow': {
    label: msg('More of this workflow'),
    icon: Workflow,
    count: 'one',
    reasonOf: (jobs, servers) =>
      servers.some(({ surface }) => comparesWorkflows(surface)) || jobs.some(({ metadata }) => metadata?.[LABEL_TITLE])
        ? null
        : t('Workflow name unknown.'),
  },
  'same-prompt': {
    label: msg('More with this prompt'),
    icon: MessageSquareQuote,
    count: 'one',
    needs: 'prompt-search',
  },
  'copy-id': {
    label: msg('Copy job ID'),
    labelOfSeveral: msg('Copy job IDs'),
    icon: Copy,
    command: 'copy-id',
    keywords: msg('clipboard uuid'),
  },
  'copy-link': {
    label: msg('Copy link'),
    icon: Link2,
    command: 'copy-link',
    keywords: msg('clipboard address url share'),
    count: 'one',
  },
  delete: {
    label: msg('Delete…'),
    icon: Trash2,
    tone: 'danger',
    command: 'delete',
    keywords: msg('remove trash'),
    needs: 'deletion',
    reasonOf: (jobs) =>
      jobs.some(({ status }) => isTerminal(status)) ? null : t('Only finished jobs can be deleted.'),
  },
} satisfies Readonly<Record<string, ActionRow>>;

/** Compares outputs of one job, on its page: there, it has the key of the action on several jobs. */
export const COMPARE_OUTPUTS = { label: msg('Compare outputs'), icon: GitCompareArrows };

/** Whether the server finds jobs with the same workflow; elsewhere, their titles are compared. */
export function comparesWorkflows({ kind }: Surface): boolean {
  return kind === 'gateway';
}

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
  const can = (job: ListedJob, surface: Surface) => needs === undefined || NEEDS[needs].isMet(surface, job, facts);
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
        ? NEEDS[needs].lackText(lacking.length)
        : (reasonOf?.(jobs, able, facts) ?? null),
  };
}

/** Returns text for one server: `Studio: 2 jobs skipped because the server does not delete jobs.` */
export function skippedText(id: JobActionId, { surface, jobs }: ServerJobs): string {
  const { needs } = JOB_ACTIONS[id];
  return needs === undefined ? '' : NEEDS[needs].skippedText({ name: surface.name, count: jobs.length });
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
    ? t('An engine has this job already, so it cannot be moved.')
    : t('Engines have these jobs already, so they cannot be moved.');
}
