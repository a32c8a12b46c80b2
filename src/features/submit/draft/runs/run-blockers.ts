import { t } from '@/lib/i18n/messages';
import { andList } from '@/lib/i18n/word-lists';
import type { PausedFile } from '@/shared/fields/field-files';
import { isOfNode } from '@/shared/node-problem-text';
import type { FieldUploads } from '../field-uploads';
import type { SessionState } from '../session-state';
import type { WorkflowProblem } from '../workflow-problems';
import { MAX_RUNS } from '../run-count';

const MAX_NAMES = 3;

/** `locked`: it is kept on this device, but only its passphrase opens it. */
export type MissingKey = 'missing' | 'locked';

/** Why the open draft cannot run now. */
export type Blocker =
  | { kind: 'comfyui' | 'unread-workflow' | 'other-workflow' | 'too-many-runs' | 'json' | 'uploads' }
  | { kind: 'partner-key'; why: MissingKey }
  | { kind: 'paused-uploads'; files: readonly PausedFile[] }
  /** At least one, in form order. */
  | { kind: 'inputs'; problems: readonly WorkflowProblem[] };

export interface RunContext {
  /** Those of the form; only the blocking ones count. */
  problems: readonly WorkflowProblem[];
  /** The credential that its partner nodes need; `null` if there is one, or they need none. */
  partnerKey: MissingKey | null;
  isUploading: boolean;
  pausedFiles: readonly PausedFile[];
  /** Number of jobs that would start. */
  runTotal: number;
}

/** Adds what the files of the draft are doing now. */
export function blockerContext(
  { isBusy, files }: Pick<FieldUploads, 'isBusy' | 'files'>,
  rest: Omit<RunContext, 'isUploading' | 'pausedFiles'>,
): RunContext {
  return { ...rest, isUploading: isBusy, pausedFiles: files.paused };
}

/**
 * Returns what keeps a draft from running, empty if it can run: the one answer for the run bar, the keys, sweeps and live mode. What
 * edits of the form cannot change comes first. Run itself waits for uploads that are not paused, so these come last.
 */
export function runBlockers(
  { missingClasses, foreign, json }: Pick<SessionState, 'missingClasses' | 'foreign' | 'json'>,
  { problems, partnerKey, isUploading, pausedFiles, runTotal }: RunContext,
): Blocker[] {
  const blockers: Blocker[] = [];
  const blocking = problems.filter(({ isBlocking }) => isBlocking);
  if (missingClasses.length > 0) blockers.push({ kind: 'comfyui' });
  if (foreign === 'unread') blockers.push({ kind: 'unread-workflow' });
  if (foreign === 'yes') blockers.push({ kind: 'other-workflow' });
  if (partnerKey) blockers.push({ kind: 'partner-key', why: partnerKey });
  if (runTotal > MAX_RUNS) blockers.push({ kind: 'too-many-runs' });
  if (json?.read === 'unreadable') blockers.push({ kind: 'json' });
  if (blocking.length > 0) blockers.push({ kind: 'inputs', problems: blocking });
  if (pausedFiles.length > 0) blockers.push({ kind: 'paused-uploads', files: pausedFiles });
  else if (isUploading) blockers.push({ kind: 'uploads' });
  return blockers;
}

/** Returns false for what another server would not mind: it has classes, a key and a workflow of its own. */
export function isFixedInForm({ kind }: Blocker): boolean {
  return kind === 'json' || kind === 'inputs' || kind === 'paused-uploads' || kind === 'uploads';
}

/** Returns what keeps any other server from running the draft: the first reason that Run gives, apart from those of its server. */
export function blockerElsewhere(blockers: readonly Blocker[]): Blocker | null {
  return blockers.find(isFixedInForm) ?? null;
}

/** Formats why the button that starts the run is disabled. @param serverName of the draft */
export function blockerMessage(blocker: Blocker, serverName: string): string {
  switch (blocker.kind) {
    case 'comfyui':
      return t('This workflow needs ComfyUI, which is not connected.');
    case 'unread-workflow':
      return t('Comparing with the workflow of {server}…', { server: serverName });
    case 'other-workflow':
      return t('{server} has another workflow.', { server: serverName });
    case 'partner-key':
      return blocker.why === 'locked'
        ? t('Unlock the key for the partner nodes first.')
        : t('Add a key for the partner nodes first.');
    case 'too-many-runs':
      return t('One click starts at most {count} runs.', { count: MAX_RUNS });
    case 'json':
      return t('The JSON of the workflow cannot be read.');
    case 'inputs':
      return inputsMessage(blocker.problems);
    case 'paused-uploads':
      return t(
        '{count, plural, one {The upload of {names} is paused. Resume or cancel it.} other {The uploads of {names} are paused. Resume or cancel them.}}',
        { count: blocker.files.length, names: namesOf(blocker.files) },
      );
    case 'uploads':
      return t('Files are still uploading.');
  }
}

/** Formats what live mode waits for, within its line in the run bar. */
export function waitingText(blocker: Blocker): string {
  switch (blocker.kind) {
    case 'comfyui':
      return t('waits for ComfyUI');
    case 'unread-workflow':
      return t('waits for the workflow of the deployment');
    case 'other-workflow':
      return t('waits: the deployment has another workflow');
    case 'partner-key':
      return t('waits for the key of the partner nodes');
    case 'too-many-runs':
      return t('waits: too many runs');
    case 'json':
      return t('waits: the JSON cannot be read');
    case 'inputs':
      return areOfInputs(blocker.problems)
        ? t('waits for {count, plural, one {# input} other {# inputs}} to fix', { count: blocker.problems.length })
        : t('waits for {count, plural, one {# problem} other {# problems}} to fix', { count: blocker.problems.length });
    case 'paused-uploads':
      return t(
        '{count, plural, one {waits: the upload of {names} is paused} other {waits: the uploads of {names} are paused}}',
        {
          count: blocker.files.length,
          names: namesOf(blocker.files),
        },
      );
    case 'uploads':
      return t('waits for the upload');
  }
}

function namesOf(files: readonly PausedFile[]): string {
  return andList(
    files.map(({ name }) => name),
    MAX_NAMES,
  );
}

function inputsMessage(problems: readonly WorkflowProblem[]): string {
  const { length: count } = problems;
  if (!areOfInputs(problems))
    return t('{count, plural, one {# problem} other {# problems}} to fix before this can run.', { count });
  return areWrong(problems)
    ? t('{count, plural, one {# input} other {# inputs}} to fix before this can run.', { count })
    : t('{count, plural, one {# input} other {# inputs}} to fill in before this can run.', { count });
}

/** Formats blocking problems: inputs that are only missing have to be filled in. */
export function formatInputsToFix(problems: readonly WorkflowProblem[]): string {
  const { length: count } = problems;
  if (!areOfInputs(problems)) return t('{count, plural, one {# problem} other {# problems}} to fix', { count });
  return areWrong(problems)
    ? t('{count, plural, one {# input} other {# inputs}} to fix', { count })
    : t('{count, plural, one {# input} other {# inputs}} to fill in', { count });
}

/** Returns false if one is about a whole node, such as a class that the server lacks. */
export function areOfInputs(problems: readonly WorkflowProblem[]): boolean {
  return problems.every(({ nodeProblem }) => nodeProblem === undefined || !isOfNode(nodeProblem));
}

function areWrong(problems: readonly WorkflowProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}
