import type { Draft, DraftOrigin } from '@/domains/drafts/draft';
import { storeFile, UI_FORMAT_KEY } from '@/domains/drafts/draft-files';
import { writeDraft } from '@/domains/drafts/drafts';
import { makeDraft } from '@/domains/drafts/make-draft';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { dropTakers } from '@/shared/drop/drop-target';
import { assignSlots, type DropSlot, kindOf, planDrop, type RunsRequest } from '@/shared/drop/plan-drop';
import type { ToastAction } from '@/shared/feedback/toasts';
import {
  ask,
  type MediaChoice,
  type MultipleFilesChoice,
  openDialog,
  useDialogs,
} from '@/shared/dialog-requests/dialogs';
import { withUploadedFiles } from './find-uploaded-files';
import { sessionOf } from '../draft/session/session-of';
import { templateOffers } from '../templates/template-offers';
import { executeDropPlan, executeRunPlan, openFound, type DropActions, type FoundWorkflow } from './execute-drop-plan';
import { dropContext, giveToSpot, mediaChoiceSetting, type DropPosition } from './drop-context';
import { problemFinding, useImportReport, type ImportFinding, type ImportProblem } from './import-report';
import { conversionNote, conversionTitle } from './conversion-note';
import { convertedParts, isSourceKept } from './converted-parts';
import { readDroppedFile, readPastedWorkflow, type LoadDefinitions } from './read-dropped-file';
import type { FileParseResult } from './workflow-file-protocol';
import { fetchUrls, type UrlFiles } from './url-files';

export interface OpenNote {
  title: string;
  description: string;
  /** Nothing differs from what the file says. */
  isHarmless: boolean;
  choices?: readonly ToastAction[];
}

export type OpenResult = Pick<OpenedFiles, 'drafts' | 'problems' | 'findings' | 'notes' | 'settings'>;

/** Carries out the announced plan for dropped, selected or pasted files. Runs nothing. */
export async function openFiles(
  files: readonly File[],
  surface: Surface,
  load: LoadDefinitions,
  position?: DropPosition,
): Promise<OpenResult> {
  const opened = new OpenedFiles(surface, load);
  await opened.drop(files, position);
  await opened.attachWaiting(position?.isFolder);
  return opened;
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
  const opened = new OpenedFiles(surface, load);
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
    if (signal.aborted) return opened;
    throw error;
  } finally {
    // Others may have been pasted since.
    useImportReport.setState((state) => (state.fetching === fetching ? { fetching: null } : {}));
  }
  const { files, problems, findings } = fetched;
  if (files.length > 0 && !giveToSpot(files, position)) await opened.drop(files, position);
  opened.problems.push(...problems);
  opened.findings.push(...findings);
  await opened.attachWaiting();
  return opened;
}

export async function openText(text: string, surface: Surface, load: LoadDefinitions): Promise<OpenResult> {
  const opened = new OpenedFiles(surface, load, true);
  const found = await readPastedWorkflow(text, load);
  const file = new File([text], found.kind === 'export' ? t('Pasted jobs') : t('Pasted workflow'));
  await openFound(found, file, 'pasted', opened);
  return opened;
}

/** What becomes of files that are opened together. */
class OpenedFiles implements DropActions {
  readonly drafts: Draft[] = [];
  readonly problems: ImportProblem[] = [];
  /** What was found in each of the files. */
  readonly findings: ImportFinding[] = [];
  /** What was changed to read a workflow. */
  readonly notes: OpenNote[] = [];
  /** Generation settings in files that were attached. */
  readonly settings: { fileName: string; settings: string }[] = [];
  /** Files that belong on the inputs of the first draft. */
  private readonly waiting: File[] = [];
  private takers: ReturnType<typeof dropTakers> = { target: null, library: null };
  private readonly surface: Surface;
  private readonly load: LoadDefinitions;
  private readonly isText: boolean;

  /** @param isText there are no files, only pasted text */
  constructor(surface: Surface, load: LoadDefinitions, isText = false) {
    this.surface = surface;
    this.load = load;
    this.isText = isText;
  }

  async drop(files: readonly File[], position: DropPosition = { spot: null, isAlt: false }): Promise<void> {
    // Those of the page at the drop.
    this.takers = dropTakers();
    const context = dropContext(position);
    await executeDropPlan(planDrop(files, context), context, this);
  }

  read(file: File): Promise<FileParseResult> {
    return readDroppedFile(file, this.load);
  }

  async openDraft(
    { text: found, note, conversion, author, template: form }: FoundWorkflow,
    fileName: string,
    origin: DraftOrigin,
  ): Promise<void> {
    const text = await withUploadedFiles(this.surface, found);
    const title = form?.template.title || fileName;
    const parts = { ...convertedParts(conversion), ...(author ? { author } : {}), ...(form ? { form } : {}) };
    const draft = makeDraft(this.surface.id, { text, title, origin, ...parts }, Date.now());
    await writeDraft(draft);
    if (conversion && isSourceKept(conversion))
      await storeFile(draft.id, UI_FORMAT_KEY, new File([conversion.uiFormat], fileName));
    this.drafts.push(draft);
    const offers = form ? [] : await templateOffers(draft);
    if (offers.length > 0) this.notes.push(offerNote(title, offers));
    const repaired = form ? t('Part of the template is missing') : t('The workflow was repaired');
    if (note) this.notes.push({ title: repaired, description: note, isHarmless: false });
    if (conversion) this.notes.push(conversionNote(conversion));
    const detail = conversion ? conversionTitle(conversion) : (note ?? undefined);
    this.findings.push({
      name: fileName,
      outcome: 'used',
      found: form ? t('Template, opened as a draft') : t('Workflow, opened as a draft'),
      detail,
    });
  }

  importJobs(file: File): boolean {
    if (useDialogs.getState().import !== null) return false;
    openDialog('import', { file });
    this.noteUse([file], t('Job export'));
    return true;
  }

  async chooseMediaUse(fileName: string, slotLabel: string): Promise<MediaChoice | null> {
    const known = mediaChoiceSetting.get();
    return known === 'ask' ? ask('media', { fileName, slotLabel }) : known;
  }

  chooseRuns({ items, slots }: RunsRequest<File>): Promise<MultipleFilesChoice | null> {
    return ask('multipleFiles', { files: items.length, inputs: slots.length, slotLabel: slots[0].label });
  }

  attach(key: string, file: File): void {
    this.takers.target?.attach(key, file);
    this.noteUse([file], t('Used as input of {label}', { label: this.labelOf(key) }));
  }

  attachList(key: string, files: readonly File[]): void {
    this.takers.target?.attachList?.(key, files);
    this.noteUse(files, t('One run each, as input of {label}', { label: this.labelOf(key) }));
  }

  attachToDraft(files: readonly File[]): boolean {
    if (this.drafts.length > 0) this.waiting.push(...files);
    return this.drafts.length > 0;
  }

  store(files: readonly File[]): void {
    this.takers.library?.upload(files);
    this.noteUse(files, t('Uploaded to the gallery'));
  }

  report(problem: ImportProblem): void {
    if (!this.isText) {
      this.problems.push(problem);
      this.findings.push(problemFinding(problem));
      return;
    }
    // Without the file: other pages can do nothing with pasted text.
    const { name, title, explanation, nodeProblems, parameters } = problem;
    this.problems.push({ name, title, explanation, nodeProblems, parameters });
  }

  note(finding: ImportFinding): void {
    this.findings.push(finding);
  }

  offerSettings(fileName: string, settings: string): void {
    this.settings.push({ fileName, settings });
  }

  /** Attaches the files that were dropped with the first draft to its inputs. */
  async attachWaiting(isFolder = false): Promise<void> {
    const [draft] = this.drafts;
    if (!draft || this.waiting.length === 0) return;
    const left = await this.attachTo(draft);
    // Like the files of an archive, those of a folder need no use.
    if (!isFolder) this.problems.push(...left);
    const leftNames = new Set(left.map(({ name }) => name));
    this.noteUse(
      this.waiting.filter(({ name }) => !leftNames.has(name)),
      t('Used as input of {title}', { title: draft.title }),
    );
    this.findings.push(...left.map(problemFinding));
  }

  /** Returns the files without a matching input. */
  private async attachTo(draft: Draft): Promise<ImportProblem[]> {
    const { uploads, editor } = sessionOf(this.surface, draft, await this.load());
    const slots = [...editor.state.form.fields.values()].flatMap(({ key, media, name }): DropSlot[] =>
      media ? [{ key, media, label: name }] : [],
    );
    const { attached, runsRequest, unused, unfit } = assignSlots(this.waiting, slots, true);
    const attach = (key: string, file: File) => void uploads.attach(key, file);
    for (const { item, slot } of attached) attach(slot.key, item);
    if (runsRequest) {
      const attachList = (key: string, files: readonly File[]) => void uploads.attachList(key, files);
      executeRunPlan(runsRequest, await this.chooseRuns(runsRequest), { attach, attachList });
    }
    return [
      ...unfit.map((file) => withoutInput(file, draft.title)),
      ...unused.map(({ name }) => ({
        name,
        title: t('More files than inputs'),
        explanation: t('This file is not used.'),
      })),
    ];
  }

  private noteUse(files: readonly File[], found: string): void {
    this.findings.push(...files.map(({ name }) => ({ name, outcome: 'used' as const, found })));
  }

  private labelOf(key: string): string {
    return this.takers.target?.slots.find((slot) => slot.key === key)?.label ?? t('an input');
  }
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

function withoutInput(file: File, title: string): ImportProblem {
  const explanation = t('{title} has no input that accepts this file.', { title });
  return {
    name: file.name,
    title: t('No {kind, select, image {image} video {video} audio {audio} workflow {workflow} other {file}} input', {
      kind: kindOf(file),
    }),
    explanation,
    file,
  };
}
