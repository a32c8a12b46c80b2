import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { asTouched, type Draft, type SeedMode } from '@/api/storage/draft';
import { updateDraft, writeDraft } from '@/api/storage/drafts';
import { partnerExtraData } from '@/api/partner-keys';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import {
  fieldsToFix,
  listOf,
  openEditor,
  redoEdit,
  setTyped,
  settleTyped,
  setValue,
  undoEdit,
  withComfyui,
  withDefinitions,
  withNodeProblems,
  workflowText,
  type ComfyuiUse,
  type EditorState,
} from './editor-state';
import { FieldUploads } from './field-uploads';
import type { FormField } from './form-model';
import type { ValueList } from './plan-runs';
import { MAX_RUNS, useRunHabits } from './run-count';
import { SessionRuns, type SessionView } from './session-runs';
import type { SessionHost, SessionState } from './session-state';
import { partnerClassesOf } from './use-partner-classes';

const SAVE_DELAY_MS = 400;

/** One open workflow: its state, and everything about it that has effects. Lives on while files are on their way. */
export class EditorSession implements SessionHost {
  readonly store: StoreApi<SessionState>;
  readonly surface: Surface;
  readonly uploads: FieldUploads;
  private readonly runs: SessionRuns;
  private isDiscarded = false;
  /** Untouched drafts are deleted after a day, open or not: those are stored again by their first edit. */
  private isStoredUntouched: boolean;
  private saveTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.isStoredUntouched = draft.isUntouched === true;
    this.store = createStore<SessionState>(() => ({
      ...openEditor(draft, definitions),
      saving: 'saved',
      isDeleted: false,
      uploadIds: {},
      isRunQueued: false,
      focusedNode: null,
      focusedField: null,
      isAttempted: false,
    }));
    this.runs = new SessionRuns(this);
    this.uploads = new FieldUploads(this, () => this.goOnWithQueuedRun());
  }

  get state(): SessionState {
    return this.store.getState();
  }

  get isBusy(): boolean {
    return this.uploads.isBusy || this.state.isRunQueued || this.runs.isUnderWay;
  }

  show(view: SessionView): void {
    this.runs.view = view;
    this.runs.watch();
  }

  hide(): void {
    this.runs.view = null;
    void this.save();
  }

  close(): void {
    this.runs.close();
  }

  /** The draft was deleted: nothing that is under way may bring it back. */
  discard(): void {
    this.isDiscarded = true;
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.uploads.stop();
    this.close();
  }

  setDefinitions(definitions: NodeDefinitions | null): void {
    if (definitions !== this.state.definitions) this.store.setState(withDefinitions(this.state, definitions));
  }

  setComfyui(comfyui: ComfyuiUse): void {
    if (comfyui !== this.state.comfyui) this.store.setState(withComfyui(this.state, comfyui));
  }

  setValue(key: string, value: JsonValue): void {
    this.edit(setValue(this.state, key, value, Date.now()));
  }

  /** Back to an earlier value, whatever was typed since. */
  resetValue(key: string, value: JsonValue): void {
    this.edit(settleTyped(setValue(this.state, key, value, 0), key));
  }

  setTyped(field: FormField, text: string): void {
    this.edit(setTyped(this.state, field, text, Date.now()));
  }

  settleTyped(key: string): void {
    this.store.setState(settleTyped(this.state, key));
  }

  undo(): void {
    this.edit(undoEdit(this.state));
  }

  redo(): void {
    this.edit(redoEdit(this.state));
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
    this.store.setState({ ...next, draft: asTouched(next.draft), saving: 'unsaved' });
    this.scheduleSave();
  }

  /** Lists the draft from now on, changed or not: it was run, or the page promises that it is saved. */
  keep(): void {
    if (!this.state.draft.isUntouched) return;
    this.edit(this.state);
    void this.save();
  }

  /** Fields that keep the workflow from running, in the order of the form. */
  fieldsToFix(): string[] {
    const own = new Set(fieldsToFix(this.state, (key) => this.uploads.isOnItsWay(key)));
    return [...this.state.form.fields.keys()].filter((key) => own.has(key) || this.uploads.didNotArrive(key));
  }

  /** Returns what keeps it from running: the keys of fields and ids of nodes to fix; nothing when it goes. */
  run(): { fields: string[]; nodes: string[] } {
    if (this.runs.isUnderWay) return { fields: [], nodes: [] };
    this.store.setState(withNodeProblems(this.state));
    if (this.state.missingClasses.length > 0 || this.lacksPartnerKey || this.runTotal > MAX_RUNS) {
      this.store.setState({ isRunQueued: false });
      return { fields: [], nodes: [] };
    }
    const fields = this.fieldsToFix();
    const nodes = Object.keys(this.state.nodeProblems);
    if (fields.length > 0 || nodes.length > 0) {
      this.store.setState({ isRunQueued: false, isAttempted: true });
      return { fields, nodes };
    }
    this.keep();
    // A tab that dies before the run is stored leaves the draft as it was run.
    void this.save();
    if (this.uploads.isBusy) {
      this.store.setState({ isRunQueued: true });
      announce('The run waits for the file');
    } else {
      void this.runs.submit(useRunHabits.getState().count, this.valueList());
    }
    return { fields: [], nodes: [] };
  }

  /** Ctrl+Enter reaches the run without the button, which says why it is off. */
  private get lacksPartnerKey(): boolean {
    return partnerClassesOf(this.state).length > 0 && partnerExtraData(this.surface) === null;
  }

  /** The input that runs once for each of its files; `null` if none does. */
  private valueList(): ValueList | null {
    for (const key of Object.keys(this.state.lists)) {
      const list = listOf(this.state, key);
      if (list && list.files.length > 0) return { key, values: list.files.map(({ reference }) => reference) };
    }
    return null;
  }

  /** How many jobs one click makes. */
  get runTotal(): number {
    return useRunHabits.getState().count * Math.max(1, this.valueList()?.values.length ?? 1);
  }

  /** Empties the strip of runs; the jobs stay. */
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
    if (!this.state.isRunQueued || this.uploads.isBusy) return;
    this.store.setState({ isRunQueued: false });
    this.run();
  }

  private scheduleSave(): void {
    if (this.isDiscarded) return;
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => {
      this.store.setState(withNodeProblems(this.state));
      void this.save();
    }, SAVE_DELAY_MS);
  }

  /** @param how `isLeaving`: the page may be gone before anything could be read, so nothing is looked up first. */
  async save({ isLeaving = false } = {}): Promise<void> {
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = null;
    const { state } = this;
    if (state.saving === 'saved' || state.isDeleted || this.isDiscarded) return;
    const isBlind = isLeaving || this.isStoredUntouched;
    const outcome = isBlind ? await this.write() : await updateDraft(this.currentDraft());
    if (outcome === 'deleted') {
      this.markDeleted();
      return;
    }
    this.isStoredUntouched = false;
    // Edited again in the meantime: that edit has its own save coming.
    if (this.saveTimer === null) this.store.setState({ saving: outcome });
  }

  /** Another tab deleted the draft. What is on the page stays there, and is not stored. */
  markDeleted(): void {
    this.store.setState({ isDeleted: true, saving: 'unsaved' });
  }

  /** Another tab restored it, or the user keeps it: what is on the page is stored again. */
  async keepDeleted(): Promise<void> {
    const saving = await this.write();
    this.store.setState({ isDeleted: false, saving });
  }

  private async write(): Promise<'saved' | 'failed'> {
    return (await writeDraft(this.currentDraft())) ? 'saved' : 'failed';
  }

  private currentDraft(): Draft {
    const { state } = this;
    return {
      ...state.draft,
      text: workflowText(state),
      seedModes: { ...state.seedModes },
      media: { ...state.media },
      lists: { ...state.lists },
      updatedAt: Date.now(),
    };
  }
}
