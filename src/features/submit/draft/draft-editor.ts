import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JsonValue } from '@contract/json/lossless';
import { runInSlices, type Pause } from '@contract/slices';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { asEdited, type Draft } from '@/domains/drafts/draft';
import type { Surface } from '@/api/surface';
import { afterPaint } from '@/lib/after-paint';
import { pauseForPage } from '@/lib/pause-for-page';
import {
  endEditGroup,
  openEditor,
  setTyped,
  settleTyped,
  setValue,
  setValues,
  withComfyui,
  withDefinitions,
  withNodeProblemsInSlices,
  type ComfyuiUse,
  type EditorState,
} from './editor-state';
import type { FormField } from './form-model';
import { differInStructure, readJson, typedJson, unreadableJson } from './json-text';
import { runCountOf } from './run-count';
import type { SessionState } from './session-state';

type KeyedValues = readonly (readonly [key: string, value: JsonValue])[];

/** The state of an open draft, and its edits. Saving, uploads and runs are built on it. */
export class DraftEditor {
  readonly store: StoreApi<SessionState>;
  /** Follows `store`, but after the paint of a changed value: for what depends on every field. */
  readonly settled: StoreApi<SessionState>;
  private readonly onEdit: () => void;
  /** Had the focus when definitions arrived, and keeps its widget until the focus leaves it. */
  private heldField: string | null = null;
  private readonly isDeployment: boolean;
  private jsonTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onEdit called after each edit, which is to be saved */
  constructor(kind: Surface['kind'], draft: Draft, definitions: NodeDefinitions | null, onEdit: () => void) {
    this.onEdit = onEdit;
    this.isDeployment = kind === 'deployment';
    const opened = openEditor(draft, definitions);
    this.store = createStore<SessionState>(() => ({
      ...opened,
      json: jsonOf(opened),
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
      foreign: kind === 'deployment' ? 'unread' : 'no',
      wildcards: null,
      sweep: null,
    }));
    this.settled = settledStore(this.store);
  }

  get state(): SessionState {
    return this.store.getState();
  }

  edit(change: (state: EditorState) => EditorState): void {
    const next = change(this.state);
    this.store.setState({ ...next, draft: asEdited(next.draft), saving: 'unsaved' });
    this.onEdit();
  }

  /** Changes what the draft holds beside its workflow. @param isWorthListing a draft that nothing else has changed is listed from now on */
  editDraft(change: (draft: Draft) => Draft, isWorthListing = true): void {
    const draft = change(this.state.draft);
    if (draft.isUntouched && !isWorthListing) this.store.setState({ draft });
    else this.edit((state) => ({ ...state, draft }));
  }

  /** Shows all inputs, or the pinned ones. A choice of the view alone does not make a draft worth listing. */
  setView(view: 'template' | 'all'): void {
    this.store.setState({ isTemplateEdited: false });
    this.editDraft(({ view: _previous, ...draft }): Draft => (view === 'template' ? { ...draft, view } : draft), false);
  }

  setValue(key: string, value: JsonValue): void {
    this.edit((state) => setValue(state, key, value, Date.now()));
  }

  /** Changes several values, which are undone together. */
  setValues(values: KeyedValues): void {
    this.edit((state) => endEditGroup(setValues(endEditGroup(state), values, Date.now())));
  }

  /** Restores earlier values, whatever was typed since; they are undone together. */
  resetValues(values: KeyedValues): void {
    this.setValues(values);
    for (const [key] of values) this.settleTyped(key);
  }

  setTyped(field: FormField, text: string): void {
    this.edit((state) => setTyped(state, field, text, Date.now()));
  }

  settleTyped(key: string): void {
    this.store.setState(settleTyped(this.state, key));
  }

  /** Undoes the next edit separately from the last one, however quickly it follows. */
  endEditGroup(): void {
    this.store.setState(endEditGroup(this.state));
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

  /** Takes text of the JSON view. It is read after a pause, since a large one takes a moment. */
  typeJson(text: string): void {
    clearTimeout(this.jsonTimer);
    this.store.setState({ json: typedJson(this.state, text), saving: 'unsaved' });
    this.jsonTimer = setTimeout(() => this.readJson(), JSON_PAUSE_MS);
  }

  /** Applies text that is not read yet, such as before a run. */
  readJson(): void {
    clearTimeout(this.jsonTimer);
    if (this.state.json?.read !== 'typed') return;
    const { state } = this;
    const next = readJson(state, Date.now());
    // A deployment compares the new workflow with its own.
    const isCompared = this.isDeployment && next.foreign === 'no' && differInStructure(state, next);
    this.edit(() => (isCompared ? { ...next, foreign: 'unread' } : next));
  }

  /** Shows the workflow in a readable layout, if the text is one. */
  formatJson(): void {
    this.readJson();
    if (this.state.json?.read !== 'unreadable') this.store.setState({ json: null });
  }

  /** Shows the workflow of the form again. */
  discardJson(): void {
    clearTimeout(this.jsonTimer);
    this.store.setState({ json: null });
    this.edit((state) => state);
  }

  setComfyui(comfyui: ComfyuiUse): void {
    if (comfyui !== this.state.comfyui) this.store.setState(withComfyui(this.state, comfyui));
  }
}

/** Returns the text of the JSON view that a draft was left with. */
export function jsonOf(state: EditorState): SessionState['json'] {
  const { jsonText } = state.draft;
  return jsonText === undefined ? null : unreadableJson(state, jsonText);
}

const JSON_PAUSE_MS = 300;

/**
 * Returns a store that follows another one. Changed values arrive after the next paint, and everything else at once: what depends on
 * every field of a large form would delay the paint of a key.
 */
function settledStore(source: StoreApi<SessionState>): StoreApi<SessionState> {
  const settled = createStore<SessionState>(() => source.getState());
  let isWaiting = false;
  const followAfterPaint = async () => {
    isWaiting = true;
    await afterPaint();
    isWaiting = false;
    settled.setState(source.getState(), true);
  };
  source.subscribe((state, before) => {
    if (isWaiting) return;
    if (state.values === before.values && state.typed === before.typed) settled.setState(state, true);
    else void followAfterPaint();
  });
  return settled;
}

/** What the check reads. A change of any of them during a check is followed by a check of its own. */
const CHECKED = ['values', 'form', 'graph', 'definitions', 'comfyui', 'nodeProblems'] as const;

/**
 * Validates the workflow in parts, since that of a large one would delay the next key. The result is dropped if it is outdated when it
 * is complete.
 */
export async function checkInSlices(store: StoreApi<EditorState>, pause: Pause = pauseForPage()): Promise<void> {
  const before = store.getState();
  const checked = await runInSlices(withNodeProblemsInSlices(before), pause);
  const state = store.getState();
  if (CHECKED.some((name) => state[name] !== before[name])) return;
  const { graph, isRunByComfyui, missingClasses, nodeProblems, partialRun, nodeWarnings } = checked;
  store.setState({ graph, isRunByComfyui, missingClasses, nodeProblems, partialRun, nodeWarnings });
}

/** Returns the key of the field that has the focus; `null` if none does. */
function focusedFieldKey(): string | null {
  return document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? null;
}
