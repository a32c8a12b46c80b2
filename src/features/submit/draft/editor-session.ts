import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { Draft } from '@/domains/drafts/draft';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { fitTemplate } from '@/domains/templates/template-document';
import { EMPTY_TEMPLATE, type Template } from '@/domains/drafts/template';
import { partnerExtraData } from '@/api/partner-keys';
import type { Surface } from '@/api/surface';
import { afterPaint } from '@/lib/after-paint';
import { announce } from '@/shared/feedback/announce';
import { checkInSlices, DraftEditor } from './draft-editor';
import { DraftSaves } from './draft-saves';
import { setTemplate, withNodeProblems, workflowText } from './editor-state';
import { FieldUploads } from './field-uploads';
import { sessionLivePorts } from './runs/live-ports';
import { LiveRuns } from './runs/live-runs';
import { valueListOf, type RunPlan } from './runs/plan-runs';
import { SessionRuns, type SessionView } from './runs/session-runs';
import type { SessionState } from './session-state';
import { hasNothingToSave, reopened, showOtherVersion } from './other-version';
import { partnerClassesOf } from './runs/partner-classes';
import { workflowProblems, type WorkflowProblem } from './workflow-problems';
import { runBlockers, type Blocker } from './runs/run-blockers';

const SAVE_DELAY_MS = 400;

/** One open workflow: its state and all its effects. Lives on while files are being uploaded. */
export class EditorSession {
  readonly surface: Surface;
  readonly editor: DraftEditor;
  readonly uploads: FieldUploads;
  readonly live: LiveRuns;
  private readonly runs: SessionRuns;
  private isDiscarded = false;
  private readonly saves: DraftSaves;
  private saveTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.saves = new DraftSaves(draft);
    this.editor = new DraftEditor(surface.kind, draft, definitions, () => this.scheduleSave());
    this.runs = new SessionRuns(surface, this.editor);
    this.uploads = new FieldUploads(
      surface,
      this.editor,
      () => this.save(),
      () => this.goOnWithQueuedRun(),
    );
    this.live = new LiveRuns(sessionLivePorts(this, (plan) => this.submitLive(plan)));
    this.editor.store.subscribe((state, before) => {
      if (state.values === before.values && state.draft.text === before.draft.text) this.live.advance();
      else this.live.changed();
    });
  }

  get state(): SessionState {
    return this.editor.state;
  }

  get isBusy(): boolean {
    return this.uploads.isBusy || this.state.isRunQueued || this.runs.isUploading;
  }

  show(view: SessionView): void {
    this.runs.view = view;
    this.runs.watch();
  }

  hide(): void {
    this.runs.view = null;
    this.live.stop();
    void this.save();
  }

  close(): void {
    this.runs.close();
  }

  /** Called when the draft is deleted: pending work must not restore it. */
  discard(): void {
    this.isDiscarded = true;
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.uploads.stop();
    this.live.stop();
    this.close();
  }

  get template(): Template {
    return this.state.draft.template ?? EMPTY_TEMPLATE;
  }

  /** @param key the text that is being typed: its keystrokes are undone together */
  changeTemplate(change: (template: Template) => Template, key: string | null = null): void {
    const next = setTemplate(this.state, change(this.template), key, Date.now());
    if (next !== this.state) this.editor.edit(() => next);
  }

  editTemplate(isTemplateEdited: boolean): void {
    this.editor.store.setState({ isTemplateEdited });
  }

  /** Shows the inputs that a saved template pins. */
  applyTemplate({ id, template }: Pick<SavedTemplate, 'id' | 'template'>): void {
    this.changeTemplate(() => fitTemplate(template, this.state.graph).template);
    this.linkTemplate(id);
    this.editor.setView('template');
  }

  /** Notes the saved template that the draft belongs to. */
  linkTemplate(templateId: string): void {
    this.editor.editDraft((draft) => ({ ...draft, templateId }));
  }

  /** Lists the draft from now on, changed or not: it was run, or the page has announced that it is saved. */
  keep(): void {
    if (!this.state.draft.isUntouched) return;
    this.editor.edit((state) => state);
    void this.save();
  }

  /** Submits the workflow. Returns what the user must do first; `null` if it is nothing. */
  run(): Blocker | null {
    if (this.runs.isUploading || this.live.isOn) return null;
    this.live.dismiss();
    this.editor.store.setState(withNodeProblems(this.state));
    const [blocker] = this.blockers();
    if (blocker && blocker.kind !== 'uploads') {
      this.editor.store.setState({ isRunQueued: false, ...(blocker.kind === 'inputs' ? { isAttempted: true } : {}) });
      return blocker;
    }
    this.keep();
    // If the tab crashes before the run is stored, the draft still has the submitted content.
    void this.save();
    if (this.uploads.isBusy) {
      this.editor.store.setState({ isRunQueued: true });
      announce('The run waits for the file');
    } else {
      void this.runs.submit(this.state.runCount, valueListOf(this.state));
    }
    return null;
  }

  private async submitLive(plan: RunPlan): Promise<string | null> {
    this.keep();
    void this.save();
    return this.runs.submitLive(plan);
  }

  /** Marks missing values as errors, and returns the first input to fix. */
  checkInputs(): WorkflowProblem | null {
    this.editor.store.setState({ ...withNodeProblems(this.state), isAttempted: true });
    const inputs = this.blockers().find((blocker) => blocker.kind === 'inputs');
    return inputs?.problems[0] ?? null;
  }

  /** What keeps the draft from running now, also where the page shows it later. */
  blockers(): Blocker[] {
    const { state, surface, uploads } = this;
    return runBlockers(state, {
      problems: workflowProblems(state, (key) => uploads.files.statusOf(key)),
      lacksPartnerKey: partnerClassesOf(state).length > 0 && partnerExtraData(surface) === null,
      isUploading: uploads.isBusy,
      runTotal: state.runCount * Math.max(1, valueListOf(state)?.values.length ?? 1),
    });
  }

  async rename(title: string): Promise<void> {
    this.editor.editDraft((draft) => ({ ...draft, title }));
    await this.save();
  }

  cancelQueuedRun(): void {
    this.editor.store.setState({ isRunQueued: false });
  }

  private goOnWithQueuedRun(): void {
    this.live.advance();
    if (!this.state.isRunQueued || this.uploads.isBusy) return;
    this.editor.store.setState({ isRunQueued: false });
    this.run();
  }

  private scheduleSave(): void {
    if (this.isDiscarded) return;
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.checkAndSave(), SAVE_DELAY_MS);
  }

  private async checkAndSave(): Promise<void> {
    const timer = this.saveTimer;
    await checkInSlices(this.editor.store);
    // In a task of its own: with the check, it would delay a key in a large form.
    await afterPaint();
    // Otherwise, it was edited again or saved in the meantime: an edit has its own check.
    if (this.saveTimer === timer) await this.save();
  }

  /** @param how `isLeaving`: the page may close before any read finishes, so nothing is looked up first. */
  async save({ isLeaving = false } = {}): Promise<void> {
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = null;
    const { state } = this;
    if (state.saving === 'saved' || state.isDeleted || this.isDiscarded) return;
    const outcome = await this.saves.store(this.currentDraft(), isLeaving);
    if (outcome === 'deleted') {
      this.markDeleted();
      return;
    }
    if (outcome === 'both') showOtherVersion(this.state.draft.title);
    // Edited again in the meantime: that edit has scheduled its own save.
    if (this.saveTimer === null) this.editor.store.setState({ saving: outcome === 'failed' ? 'failed' : 'saved' });
  }

  /** Shows what another tab or browser has stored, unless there is something to save: then both versions are kept. */
  async follow(): Promise<void> {
    const canReplace = () => hasNothingToSave(this.state) && !this.isBusy && !this.live.isOn;
    const stored = await this.saves.newer(this.state.draft, canReplace);
    if (stored && !this.isDiscarded) this.editor.store.setState(reopened(this.state, stored));
  }

  /** Another tab or browser deleted the draft. The page keeps its content, but does not store it. */
  markDeleted(): void {
    this.editor.store.setState({ isDeleted: true, saving: 'unsaved' });
  }

  /** Stores the current content again after another tab restored the draft or the user chose to keep it. */
  async keepDeleted(): Promise<void> {
    const saving = await this.saves.write(this.currentDraft());
    this.editor.store.setState({ isDeleted: false, saving });
  }

  private currentDraft(): Draft {
    const { state } = this;
    return {
      ...state.draft,
      text: workflowText(state),
      seedModes: { ...state.seedModes },
      media: { ...state.media },
      lists: { ...state.lists },
      aspects: { ...state.aspects },
      updatedAt: Date.now(),
    };
  }
}
