import type { DraftOrigin } from '@/domains/drafts/draft';
import { msg, t } from '@/lib/i18n/messages';
import {
  kindOf,
  planDrop,
  type DropContext,
  type DropItem,
  type DropPlan,
  type DropStep,
  type RunsRequest,
} from '@/shared/drop/plan-drop';
import type { FileParseResult, SingleParseResult } from '@/features/submit/import/workflow-file-protocol';
import type { ImportFinding, ImportProblem } from './import-report';
import type { MediaChoice, MultipleFilesChoice } from '@/shared/dialog-requests/dialogs';

export type FoundWorkflow = Extract<SingleParseResult, { kind: 'workflow' }>;

/** All effects that a drop can have. */
export interface DropActions {
  /** Never rejects: errors are part of the result. */
  read: (file: File) => Promise<FileParseResult>;
  openDraft: (workflow: FoundWorkflow, title: string, origin: DraftOrigin) => Promise<void>;
  /** Returns false if another import is still open. */
  importJobs: (file: File) => boolean;
  /** Returns `null` if the user cancels. */
  chooseMediaUse: (fileName: string, slotLabel: string) => Promise<MediaChoice | null>;
  chooseRuns: (request: RunsRequest<File>) => Promise<MultipleFilesChoice | null>;
  attach: (slotKey: string, file: File) => void;
  attachList: (slotKey: string, files: readonly File[]) => void;
  /** Attaches to the inputs of the first draft; returns `false` if there is none. */
  attachToDraft: (files: readonly File[]) => boolean;
  store: (files: readonly File[]) => void;
  report: (problem: ImportProblem) => void;
  /** For the list of all files, about what is not a problem. */
  note: (finding: ImportFinding) => void;
  /** Offers the generation settings in a file that was attached. */
  offerSettings: (fileName: string, settings: string) => void;
}

/** Result of a step, determined by the content of its file. */
type FoundOutcome = 'draft' | 'import' | 'ask' | 'attach' | 'report';

export function outcomeOf(
  step: Extract<DropStep<unknown>, { kind: 'open' | 'attach' }>,
  found: FileParseResult['kind'],
): FoundOutcome {
  if (found === 'export') return 'import';
  if (step.kind === 'open') return found === 'workflow' || found === 'archive' ? 'draft' : 'report';
  if (found !== 'workflow' || step.embedded === 'ignored') return 'attach';
  return step.embedded === 'asked' ? 'ask' : 'draft';
}

/** Carries out the plan of `planDrop`. Runs nothing. */
export async function executeDropPlan(plan: DropPlan<File>, context: DropContext, actions: DropActions): Promise<void> {
  for (const step of plan) {
    switch (step.kind) {
      case 'open':
        for (const file of step.items) await openFile(step, file, actions);
        break;
      case 'attach':
        if (step.embedded === 'ignored') actions.attach(step.slot.key, step.item);
        else await openFile(step, step.item, actions);
        break;
      case 'ask_runs':
        executeRunPlan(step, await actions.chooseRuns(step), actions);
        break;
      case 'attach_to_draft':
        await attachToDraft(step, context, actions);
        break;
      case 'store':
        actions.store(step.items);
        break;
      case 'ignore':
        actions.report({ name: namesOf(step.items), title: t('Too many files'), explanation: step.because });
        break;
      case 'leave_to_spot':
        // The element has handled the event.
        break;
    }
  }
}

/** In a folder, a file with its own workflow is another draft. */
async function attachToDraft(
  { items, embedded }: Extract<DropStep<File>, { kind: 'attach_to_draft' }>,
  context: DropContext,
  actions: DropActions,
): Promise<void> {
  const inputs: File[] = [];
  const others: { file: File; found: FileParseResult }[] = [];
  for (const file of items) {
    const found = embedded === 'opened' ? await actions.read(file) : null;
    if (!found || (found.kind === 'media' && found.nodeProblems === undefined)) inputs.push(file);
    else others.push({ file, found });
  }
  if (inputs.length > 0 && !actions.attachToDraft(inputs)) {
    // None of the workflows could be opened: the files are treated as if dropped alone.
    const alone = { ...context, spot: null };
    await executeDropPlan(planDrop(inputs, alone), alone, actions);
  }
  for (const { file, found } of others) await openFound(found, file, originOf(file), actions);
}

function originOf(file: DropItem): DraftOrigin {
  return kindOf(file) === 'image' ? 'picture' : 'file';
}

async function openFile(
  step: Extract<DropStep<File>, { kind: 'open' | 'attach' }>,
  file: File,
  actions: DropActions,
): Promise<void> {
  const found = await actions.read(file);
  const outcome = outcomeOf(step, found.kind);
  const choice =
    outcome === 'ask' && step.kind === 'attach' ? await actions.chooseMediaUse(file.name, step.slot.label) : null;
  if (outcome === 'ask' && choice === null) return;
  if (step.kind === 'attach' && (outcome === 'attach' || choice === 'input')) {
    actions.attach(step.slot.key, file);
    const settings = found.kind === 'media' ? found.found?.parameters : undefined;
    if (settings !== undefined) actions.offerSettings(file.name, settings);
  } else await openFound(found, file, originOf(file), actions);
}

/** Opens the result of parsing a file that is not attached to an input. */
export async function openFound(
  found: FileParseResult,
  file: File,
  origin: DraftOrigin,
  actions: Pick<DropActions, 'openDraft' | 'importJobs' | 'report' | 'note'>,
): Promise<void> {
  const { name } = file;
  switch (found.kind) {
    case 'workflow':
      return actions.openDraft(found, name, origin);
    case 'export':
      // One at a time, since each requires a confirmation.
      if (!actions.importJobs(file)) {
        actions.report({
          name,
          title: t('Import one export at a time'),
          explanation: t('Drop it again after the first import finishes.'),
        });
      }
      return;
    case 'archive':
      return openArchive(found, file, actions);
    case 'media':
      return actions.report({
        name,
        title: found.title,
        explanation: found.reason,
        nodeProblems: found.nodeProblems,
        file,
        isUsable: found.nodeProblems === undefined,
        parameters: found.found?.parameters,
      });
    case 'problem':
      return actions.report({
        name,
        title: found.title,
        explanation: found.explanation,
        nodeProblems: found.nodeProblems,
        file,
        parameters: found.found?.parameters,
      });
  }
}

/** Images without a workflow are no problem among others that have one, but a whole archive without any is. */
async function openArchive(
  { members, others, overLimit }: Extract<FileParseResult, { kind: 'archive' }>,
  archive: File,
  actions: Parameters<typeof openFound>[3],
): Promise<void> {
  const { name } = archive;
  for (const { name: path, result } of members) {
    if (result.kind === 'media' && result.nodeProblems === undefined) {
      const { title: found, reason: detail } = result;
      actions.note({ name: path, outcome: 'left', found, detail, parameters: result.found?.parameters });
    } else {
      await openFound(result, new File([], path), originOf({ name: path, type: '' }), actions);
    }
  }
  if (overLimit > 0) {
    const left = t('{count, plural, one {# more file} other {# more files}} in {name}', { count: overLimit, name });
    actions.note({
      name: left,
      count: overLimit,
      outcome: 'over_limit',
      found: t('Not read'),
      detail: t(ARCHIVE_LIMIT),
    });
  }
  if (others > 0) {
    const ignored = t('{count, plural, one {# other file} other {# other files}} in {name}', { count: others, name });
    actions.note({ name: ignored, count: others, outcome: 'left', found: t('Ignored'), detail: t(ARCHIVE_TYPES) });
  }
  if (members.every(({ result }) => result.kind === 'media' && result.nodeProblems === undefined)) {
    const title = t('No workflow in this archive');
    const explanation = t('None of the {count, plural, one {# file} other {# files}} that were read contains one.', {
      count: members.length,
    });
    actions.report({ name, title, explanation, file: archive });
  }
}

const ARCHIVE_LIMIT = msg(
  'At most 50 files of an archive are read, JSON files first. Extract it, then drop the others.',
);
const ARCHIVE_TYPES = msg('Only JSON files, images, videos, audio files and models are read from archives.');

export function executeRunPlan(
  { items, slots }: RunsRequest<File>,
  choice: MultipleFilesChoice | null,
  actions: Pick<DropActions, 'attach' | 'attachList'>,
): void {
  if (choice === 'each') actions.attachList(slots[0].key, items);
  if (choice !== 'fill') return;
  for (const [index, slot] of slots.entries()) {
    const file = items[index];
    if (file) actions.attach(slot.key, file);
  }
}

function namesOf(files: readonly File[]): string {
  const [only] = files;
  return only && files.length === 1
    ? only.name
    : t('{count, plural, one {# file} other {# files}}', { count: files.length });
}
