import type { Draft } from '@/domains/drafts/draft';
import { storeFile, UI_FORMAT_KEY } from '@/domains/drafts/draft-files';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { dropTakers } from '@/shared/drop/drop-target';
import { planDrop } from '@/shared/drop/plan-drop';
import type { ToastAction } from '@/shared/feedback/toasts';
import { ask, openDialog, useDialogs } from '@/shared/dialog-requests/dialogs';
import { withUploadedFiles } from './find-uploaded-files';
import { templateOffers } from '../templates/template-offers';
import { executeDropPlan, openFound, type DropActions } from './execute-drop-plan';
import { dropContext, giveToSpot, mediaChoiceSetting, type DropPosition } from './drop-context';
import { problemFinding, useImportReport, type ImportFinding, type ImportProblem } from './import-report';
import { conversionNote, conversionTitle } from './conversion-note';
import { convertedParts, isSourceKept } from './converted-parts';
import { readDroppedFile, readPastedWorkflow, type LoadDefinitions } from './read-dropped-file';
import { fetchUrls, type UrlFiles } from './url-files';

export interface OpenResult {
  drafts: Draft[];
  problems: ImportProblem[];
  /** What was found in each of the files. */
  findings: ImportFinding[];
  /** What was changed to read a workflow. */
  notes: OpenNote[];
  /** Files that belong on the inputs of the first draft. */
  attached: File[];
  /** Generation settings in files that were attached. */
  settings: { fileName: string; settings: string }[];
}

export interface OpenNote {
  title: string;
  description: string;
  /** Nothing differs from what the file says. */
  isHarmless: boolean;
  choices?: readonly ToastAction[];
}

/** Carries out the announced plan for dropped, selected or pasted files. Runs nothing. */
export async function openFiles(
  files: readonly File[],
  surface: Surface,
  load: LoadDefinitions,
  position: DropPosition = { spot: null, isAlt: false },
): Promise<OpenResult> {
  const result = newResult();
  const context = dropContext(position);
  await executeDropPlan(planDrop(files, context), context, actionsInto(result, surface, load));
  return result;
}

/**
 * Opens the files at URLs as if they had been dropped. Opens none if the user cancels.
 * @param given aborted by the dialog that has the URLs; absent: the note about the transfer offers to cancel it
 */
export async function openUrls(
  urls: readonly string[],
  surface: Surface,
  load: LoadDefinitions,
  position: DropPosition = { spot: null, isAlt: false },
  given?: AbortSignal,
): Promise<OpenResult> {
  const [first = ''] = urls;
  const control = new AbortController();
  const signal = given ?? control.signal;
  const host = URL.canParse(first) ? new URL(first).host : '';
  const fetching = { host, cancel: given ? null : () => control.abort() };
  useImportReport.setState({ fetching });
  let fetched: UrlFiles;
  try {
    fetched = await fetchUrls(urls, signal);
  } catch (error) {
    if (signal.aborted) return newResult();
    throw error;
  } finally {
    // Others may have been pasted since.
    useImportReport.setState((state) => (state.fetching === fetching ? { fetching: null } : {}));
  }
  const { files, problems, findings } = fetched;
  const isDone = files.length === 0 || giveToSpot(files, position);
  const result = isDone ? newResult() : await openFiles(files, surface, load, position);
  result.problems.push(...problems);
  result.findings.push(...findings);
  return result;
}

export async function openText(text: string, surface: Surface, load: LoadDefinitions): Promise<OpenResult> {
  const result = newResult();
  const found = await readPastedWorkflow(text, load);
  const file = new File([text], found.kind === 'export' ? t('Pasted jobs') : t('Pasted workflow'));
  const actions = actionsInto(result, surface, load);
  // Without the file: other pages can do nothing with pasted text.
  const report = ({ name, title, explanation, nodeProblems, parameters }: ImportProblem) =>
    result.problems.push({ name, title, explanation, nodeProblems, parameters });
  await openFound(found, file, 'pasted', { ...actions, report });
  return result;
}

function newResult(): OpenResult {
  return { drafts: [], problems: [], findings: [], notes: [], attached: [], settings: [] };
}

function actionsInto(result: OpenResult, surface: Surface, load: LoadDefinitions): DropActions {
  const { target, library } = dropTakers();
  const noteUse = (files: readonly File[], found: string) =>
    result.findings.push(...files.map(({ name }) => ({ name, outcome: 'used' as const, found })));
  const labelOf = (key: string) => target?.slots.find((slot) => slot.key === key)?.label ?? t('an input');
  return {
    read: (file) => readDroppedFile(file, load),
    openDraft: async ({ text: found, note, conversion, author, template: form }, fileName, origin) => {
      const text = await withUploadedFiles(surface, found);
      const title = form?.template.title || fileName;
      const opened = {
        text,
        title,
        origin,
        ...convertedParts(conversion),
        ...(author ? { author } : {}),
        ...(form ? { form } : {}),
      };
      const draft = makeDraft(surface.id, opened, Date.now());
      await writeDraft(draft);
      if (conversion && isSourceKept(conversion))
        await storeFile(draft.id, UI_FORMAT_KEY, new File([conversion.uiFormat], fileName));
      result.drafts.push(draft);
      const offers = form ? [] : await templateOffers(draft);
      if (offers.length > 0) result.notes.push(offerNote(title, offers));
      const repaired = form ? t('Part of the template is missing') : t('The workflow was repaired');
      if (note) result.notes.push({ title: repaired, description: note, isHarmless: false });
      if (conversion) result.notes.push(conversionNote(conversion));
      const detail = conversion ? conversionTitle(conversion) : (note ?? undefined);
      result.findings.push({
        name: fileName,
        outcome: 'used',
        found: form ? t('Template, opened as a draft') : t('Workflow, opened as a draft'),
        detail,
      });
    },
    importJobs: (file) => {
      const isFree = useDialogs.getState().import === null;
      if (isFree) {
        openDialog('import', { file });
        noteUse([file], t('Job export'));
      }
      return isFree;
    },
    chooseMediaUse: async (fileName, slotLabel) => {
      const known = mediaChoiceSetting.get();
      return known === 'ask' ? ask('media', { fileName, slotLabel }) : known;
    },
    chooseRuns: ({ items, slots }) =>
      ask('multipleFiles', { files: items.length, inputs: slots.length, slotLabel: slots[0].label }),
    attach: (key, file) => {
      target?.attach(key, file);
      noteUse([file], t('Used as input of {label}', { label: labelOf(key) }));
    },
    attachList: (key, files) => {
      target?.attachList?.(key, files);
      noteUse(files, t('One run each, as input of {label}', { label: labelOf(key) }));
    },
    attachToDraft: (files) => {
      if (result.drafts.length > 0) result.attached.push(...files);
      return result.drafts.length > 0;
    },
    store: (files) => {
      library?.upload(files);
      noteUse(files, t('Uploaded to Assets'));
    },
    report: (problem) => {
      result.problems.push(problem);
      result.findings.push(problemFinding(problem));
    },
    note: (finding) => result.findings.push(finding),
    offerSettings: (fileName, settings) => result.settings.push({ fileName, settings }),
  };
}

function offerNote(title: string, choices: readonly ToastAction[]): OpenNote {
  return {
    title: t('{title} matches {count, plural, one {a template} other {saved templates}}', {
      title,
      count: choices.length,
    }),
    description: t('A template shows the inputs that you pinned, with the values of this file.'),
    isHarmless: true,
    choices,
  };
}
