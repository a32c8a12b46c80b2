import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { asEdited, type AspectLock, type Draft, type SeedMode } from '@/domains/drafts/draft';
import { plannedAxes, type SweepForm } from '@/domains/drafts/sweep-form';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import { fitTemplate } from '@/domains/templates/template-document';
import { EMPTY_TEMPLATE, type Template } from '@/domains/drafts/template';
import { partnerExtraData } from '@/api/partner-keys';
import type { Surface } from '@/api/surface';
import { afterPaint } from '@/lib/after-paint';
import { announce } from '@/shared/feedback/announce';
import { checkInSlices } from './check-in-slices';
import { DraftSaves } from './draft-saves';
import {
  endEditGroup,
  openEditor,
  redoEdit,
  setClass,
  setInput,
  setTemplate,
  setTyped,
  settleTyped,
  setValue,
  setValues,
  undoEdit,
  withAspect,
  withComfyui,
  withDefinitions,
  withNodeProblems,
  workflowText,
  type ComfyuiUse,
  type EditorState,
} from './editor-state';
import { focusedFieldKey } from './focused-field';
import { FieldUploads } from './field-uploads';
import { sessionLivePorts } from './runs/live-ports';
import { LiveRuns } from './runs/live-runs';
import type { FormField } from './form-model';
import { valueListOf, type RunPlan } from './runs/plan-runs';
import { keepRunCount, runCountOf } from './runs/run-count';
import { SessionRuns, type SessionView } from './runs/session-runs';
import type { SessionHost, SessionState } from './session-state';
import { hasNothingToSave, reopened, showOtherVersion } from './other-version';
import { settledStore } from './settled-store';
import { partnerClassesOf } from './runs/partner-classes';
import { workflowProblems, type WorkflowProblem } from './workflow-problems';
import { runBlockers, type Blocker } from './runs/run-blockers';

const SAVE_DELAY_MS = 400;

/** One open workflow: its state and all its effects. Lives on while files are being uploaded. */
export class EditorSession implements SessionHost {
  readonly store: StoreApi<SessionState>;
  /** Follows `store`, but after the paint of a changed value: for what depends on every field. */
  readonly settled: StoreApi<SessionState>;
  readonly surface: Surface;
  readonly uploads: FieldUploads;
  readonly live: LiveRuns;
  private readonly runs: SessionRuns;
  private isDiscarded = false;
  /** Had the focus when definitions arrived, and keeps its widget until the focus leaves it. */
  private heldField: string | null = null;
  private readonly saves: DraftSaves;
  private saveTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.saves = new DraftSaves(draft);
    this.store = createStore<SessionState>(() => ({
      ...openEditor(draft, definitions),
      saving: 'saved',
      isDeleted: false,
      isRunQueued: false,
      focusedNode: null,
      focusedField: null,
      runCount: runCountOf(draft.id),
      isTemplateEdited: false,
      target: null,
      isAttempted: false,
      placedRejection: null,
      foreign: surface.kind === 'deployment' ? 'unread' : 'no',
      sweep: null,
    }));
    this.settled = settledStore(this.store);
    this.runs = new SessionRuns(this);
    this.uploads = new FieldUploads(this, () => this.goOnWithQueuedRun());
    this.live = new LiveRuns(sessionLivePorts(this, (plan) => this.submitLive(plan)));
    this.store.subscribe((state, before) => {
      if (state.values === before.values && state.draft.text === before.draft.text) this.live.advance();
      else this.live.changed();
    });
  }

  get state(): SessionState {
    return this.store.getState();
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

  /** @param guesses ComfyUI's own classes, for those that the server does not list */
  setDefinitions(definitions: NodeDefinitions | null, guesses = this.state.guesses): void {
    if (definitions === this.state.definitions && guesses === this.state.guesses) return;
    this.heldField = focusedFieldKey();
    this.store.setState(withDefinitions({ ...this.state, guesses }, definitions, this.heldField));
  }

  /** Called when the focus leaves a field: it gets the widget of its definition if that arrived in the meantime. */
  releaseField(): void {
    if (this.heldField === null) return;
    this.heldField = null;
    this.store.setState(withDefinitions(this.state, this.state.definitions));
  }

  setComfyui(comfyui: ComfyuiUse): void {
    if (comfyui !== this.state.comfyui) this.store.setState(withComfyui(this.state, comfyui));
  }

  setValue(key: string, value: JsonValue): void {
    this.edit(setValue(this.state, key, value, Date.now()));
  }

  /** Changes several values, which are undone together. */
  setValues(values: readonly (readonly [key: string, value: JsonValue])[]): void {
    this.edit(endEditGroup(setValues(endEditGroup(this.state), values, Date.now())));
  }

  /** Sets an input that has no field. */
  setInput(nodeId: string, input: string, value: JsonValue): void {
    this.edit(setInput(this.state, nodeId, input, value));
  }

  setClass(nodeId: string, classType: string): void {
    this.edit(setClass(this.state, nodeId, classType));
  }

  /** Marks inputs whose files the surface no longer has. */
  addLostFiles(ids: readonly string[]): void {
    const { lostFiles } = this.state;
    if (ids.some((id) => !lostFiles.has(id))) this.store.setState({ lostFiles: new Set([...lostFiles, ...ids]) });
  }

  /** Locks the ratio of a size, or unlocks it. @param key of the width */
  setAspect(key: string, lock: AspectLock | null): void {
    this.edit(withAspect(this.state, key, lock));
  }

  /** Restores earlier values, whatever was typed since; they are undone together. */
  resetValues(values: readonly (readonly [key: string, value: JsonValue])[]): void {
    this.setValues(values);
    for (const [key] of values) this.settleTyped(key);
  }

  setTyped(field: FormField, text: string): void {
    this.edit(setTyped(this.state, field, text, Date.now()));
  }

  settleTyped(key: string): void {
    this.store.setState(settleTyped(this.state, key));
  }

  /** Undoes the next edit separately from the last one, however quickly it follows. */
  endEditGroup(): void {
    this.store.setState(endEditGroup(this.state));
  }

  undo(): void {
    this.edit(undoEdit(this.state));
  }

  redo(): void {
    this.edit(redoEdit(this.state));
  }

  get template(): Template {
    return this.state.draft.template ?? EMPTY_TEMPLATE;
  }

  /** @param key the text that is being typed: its keystrokes are undone together */
  changeTemplate(change: (template: Template) => Template, key: string | null = null): void {
    const next = setTemplate(this.state, change(this.template), key, Date.now());
    if (next !== this.state) this.edit(next);
  }

  /** Shows all inputs, or the pinned ones. A choice of the view alone does not make a draft worth listing. */
  setView(view: 'template' | 'all'): void {
    const { view: _previous, ...draft } = this.state.draft;
    const shown: Draft = view === 'template' ? { ...draft, view } : draft;
    this.store.setState({ isTemplateEdited: false });
    this.changeDraft(shown, false);
  }

  /** Keeps the planned sweep with the draft. A plan without any values does not make a draft worth listing. */
  setSweep(sweep: SweepForm): void {
    this.changeDraft({ ...this.state.draft, sweep }, plannedAxes(sweep) > 0);
  }

  private changeDraft(draft: Draft, isWorthListing: boolean): void {
    if (draft.isUntouched && !isWorthListing) this.store.setState({ draft });
    else this.edit({ ...this.state, draft });
  }

  setRunCount(count: number): void {
    this.store.setState({ runCount: keepRunCount(this.state.draft.id, count) });
  }

  editTemplate(isTemplateEdited: boolean): void {
    this.store.setState({ isTemplateEdited });
  }

  /** Shows the inputs that a saved template pins. */
  applyTemplate({ id, template }: Pick<SavedTemplate, 'id' | 'template'>): void {
    this.changeTemplate(() => fitTemplate(template, this.state.graph).template);
    this.linkTemplate(id);
    this.setView('template');
  }

  /** Notes the saved template that the draft belongs to. */
  linkTemplate(templateId: string): void {
    this.edit({ ...this.state, draft: { ...this.state.draft, templateId } });
  }

  setSeedMode(key: string, mode: SeedMode): void {
    this.edit({ ...this.state, seedModes: { ...this.state.seedModes, [key]: mode } });
  }

  focus(focusedNode: string | null, focusedField: string | null): void {
    const { state } = this;
    if (state.focusedNode === focusedNode && state.focusedField === focusedField) return;
    this.store.setState({ focusedNode, focusedField });
  }

  edit(next: EditorState): void {
    this.store.setState({ ...next, draft: asEdited(next.draft), saving: 'unsaved' });
    this.scheduleSave();
  }

  /** Lists the draft from now on, changed or not: it was run, or the page has announced that it is saved. */
  keep(): void {
    if (!this.state.draft.isUntouched) return;
    this.edit(this.state);
    void this.save();
  }

  /** Submits the workflow. Returns what the user must do first; `null` if it is nothing. */
  run(): Blocker | null {
    if (this.runs.isUploading || this.live.isOn) return null;
    this.live.dismiss();
    this.store.setState(withNodeProblems(this.state));
    const [blocker] = this.blockers();
    if (blocker && blocker.kind !== 'uploads') {
      this.store.setState({ isRunQueued: false, ...(blocker.kind === 'inputs' ? { isAttempted: true } : {}) });
      return blocker;
    }
    this.keep();
    // If the tab crashes before the run is stored, the draft still has the submitted content.
    void this.save();
    if (this.uploads.isBusy) {
      this.store.setState({ isRunQueued: true });
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
    this.store.setState({ ...withNodeProblems(this.state), isAttempted: true });
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

  /** Clears the strip of runs; the jobs are not deleted. */
  clearRuns(): void {
    this.edit({ ...this.state, draft: { ...this.state.draft, runsClearedAt: Date.now() } });
  }

  async rename(title: string): Promise<void> {
    this.edit({ ...this.state, draft: { ...this.state.draft, title } });
    await this.save();
  }

  cancelQueuedRun(): void {
    this.store.setState({ isRunQueued: false });
  }

  private goOnWithQueuedRun(): void {
    this.live.advance();
    if (!this.state.isRunQueued || this.uploads.isBusy) return;
    this.store.setState({ isRunQueued: false });
    this.run();
  }

  private scheduleSave(): void {
    if (this.isDiscarded) return;
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.checkAndSave(), SAVE_DELAY_MS);
  }

  private async checkAndSave(): Promise<void> {
    const timer = this.saveTimer;
    await checkInSlices(this.store);
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
    if (this.saveTimer === null) this.store.setState({ saving: outcome === 'failed' ? 'failed' : 'saved' });
  }

  /** Shows what another tab or browser has stored, unless there is something to save: then both versions are kept. */
  async follow(): Promise<void> {
    const canReplace = () => hasNothingToSave(this.state) && !this.isBusy && !this.live.isOn;
    const stored = await this.saves.newer(this.state.draft, canReplace);
    if (stored && !this.isDiscarded) this.store.setState(reopened(this.state, stored));
  }

  /** Another tab or browser deleted the draft. The page keeps its content, but does not store it. */
  markDeleted(): void {
    this.store.setState({ isDeleted: true, saving: 'unsaved' });
  }

  /** Stores the current content again after another tab restored the draft or the user chose to keep it. */
  async keepDeleted(): Promise<void> {
    const saving = await this.saves.write(this.currentDraft());
    this.store.setState({ isDeleted: false, saving });
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
