import { createStore, type StoreApi } from 'zustand/vanilla';
import { readNodeErrors } from '@contract/jobs/errors';
import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { assetReference } from '@contract/workflow/asset-references';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { uploadAsset } from '@/api/assets/asset-upload';
import { contentTypeOf } from '@/api/assets/upload-form';
import { forgetUpload, isUnderWay, useUploads } from '@/api/assets/uploads-store';
import { dismissEntry, submitWorkflow } from '@/api/outbox/outbox';
import type { OutboxEntry } from '@/api/outbox/outbox-entry';
import { spokenWords } from '@/api/outbox/entry-words';
import { isSettled } from '@/api/outbox/outbox-machine';
import { latestEntryOf, useOutboxView } from '@/api/outbox/outbox-store';
import type { Draft, MediaAttachment, SeedMode } from '@/api/storage/draft';
import { dropFile, keepFile, keptFile } from '@/api/storage/draft-files';
import { writeDraft } from '@/api/storage/drafts';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import {
  fieldsToFix,
  openEditor,
  redoEdit,
  setTyped,
  settleTyped,
  setValue,
  undoEdit,
  withDefinitions,
  withNodeProblems,
  lostFiles,
  withRefusal,
  workflowText,
  type EditorState,
} from './editor-state';
import { fieldText, type FormField } from './form-model';
import { graphFingerprint } from './graph-fingerprint';
import { makeThumbnail } from './make-thumbnail';
import { nextSeed } from './seed-control';

const SAVE_DELAY_MS = 400;

export interface SessionState extends EditorState {
  saving: 'saved' | 'unsaved' | 'failed';
  /** Uploads by field key; the id leads to `useUploads`. */
  uploadIds: Readonly<Record<string, string>>;
  /** Run was pressed while a file was on its way: it starts when the file is there. */
  isRunQueued: boolean;
  focusedNode: string | null;
  focusedField: string | null;
  /** Run was pressed with something left to fill in: from then on what is missing is shown as wrong. */
  isAttempted: boolean;
}

export interface SessionView {
  onSubmitted: (jobId: string) => void;
  /** The surface refused: the first field or node that it named, where it named any. */
  onRefused: (place: { field: string } | { node: string } | null) => void;
}

/** One open workflow: its state, and everything about it that has effects. Lives on while files are on their way. */
export class EditorSession {
  readonly store: StoreApi<SessionState>;
  readonly surface: Surface;
  /** The page that shows the session. */
  view: SessionView | null = null;
  private readonly uploads = new Map<string, AbortController>();
  private readonly files = new Map<string, File>();
  private saveTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly handled = new Set<string>();
  private saidState: string | null = null;
  private isSubmitting = false;
  private stopWatching: (() => void) | null = null;

  constructor(surface: Surface, draft: Draft, definitions: NodeDefinitions | null) {
    this.surface = surface;
    this.store = createStore<SessionState>(() => ({
      ...openEditor(draft, definitions),
      saving: 'saved',
      uploadIds: {},
      isRunQueued: false,
      focusedNode: null,
      focusedField: null,
      isAttempted: false,
    }));
    // A reload in the middle of an upload: the file was kept with the draft.
    for (const [key, media] of Object.entries(draft.media)) {
      if (media.assetId === null && this.state.form.fields.has(key)) void this.resumeUpload(key);
    }
  }

  get state(): SessionState {
    return this.store.getState();
  }

  get isBusy(): boolean {
    return this.uploads.size > 0 || this.state.isRunQueued || this.isSubmitting || this.isBeingSent;
  }

  /** Follows what becomes of its submissions. */
  watch(): void {
    this.stopWatching ??= useOutboxView.subscribe(() => this.followOutbox());
    // A run that ended before the page was opened is told by its notice: nobody is led away from a draft just opened.
    const last = latestEntryOf(useOutboxView.getState().entries, this.state.draft.id);
    if (last?.state.name === 'submitted') this.handled.add(last.id);
    this.followOutbox();
  }

  close(): void {
    this.stopWatching?.();
    this.stopWatching = null;
    void this.save();
  }

  setDefinitions(definitions: NodeDefinitions | null): void {
    if (definitions !== this.state.definitions) this.store.setState(withDefinitions(this.state, definitions));
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

  private edit(next: EditorState): void {
    this.store.setState({ ...next, saving: 'unsaved' });
    this.scheduleSave();
  }

  // Files

  async attachFile(key: string, file: File): Promise<void> {
    this.uploads.get(key)?.abort();
    const controller = new AbortController();
    const uploadId = crypto.randomUUID();
    this.uploads.set(key, controller);
    this.files.set(key, file);
    void keepFile(this.state.draft.id, key, file);
    this.edit({
      ...this.state,
      media: { ...this.state.media, [key]: attachmentOf(file) },
    });
    this.store.setState({ uploadIds: { ...this.state.uploadIds, [key]: uploadId } });
    void this.showThumbnail(key, file);
    const result = await uploadAsset(this.surface, file, uploadId, controller.signal);
    if (this.uploads.get(key) !== controller) return;
    this.uploads.delete(key);
    announce(result ? arrival(file, result.sentBytes) : `${file.name} did not arrive`);
    if (result) {
      const { asset, hash } = result;
      this.setValue(key, assetReference({ id: asset.id, hash, file_path: file.name }));
      this.patchMedia(key, { assetId: asset.id, hash });
      // A second copy on disk would only take room; the file itself stays at hand, should the surface lose it.
      void dropFile(this.state.draft.id, key);
    }
    this.goOnWithQueuedRun();
  }

  hasFile(key: string): boolean {
    return this.files.has(key);
  }

  retryUpload(key: string): void {
    const file = this.files.get(key);
    if (file) void this.attachFile(key, file);
  }

  private async resumeUpload(key: string): Promise<void> {
    const file = await keptFile(this.state.draft.id, key);
    if (file) await this.attachFile(key, file);
    else this.discardUpload(key);
  }

  /** Takes back a file that is on its way or did not arrive; what stood there before stays. */
  discardUpload(key: string): void {
    this.uploads.get(key)?.abort();
    this.uploads.delete(key);
    const { [key]: uploadId, ...uploadIds } = this.state.uploadIds;
    const { [key]: _discarded, ...media } = this.state.media;
    if (uploadId) forgetUpload(uploadId);
    this.files.delete(key);
    void dropFile(this.state.draft.id, key);
    this.edit({ ...this.state, media });
    this.store.setState({ uploadIds });
    this.goOnWithQueuedRun();
  }

  private async showThumbnail(key: string, file: File): Promise<void> {
    const { width, height, thumbnail } = await makeThumbnail(file);
    const current = this.state.media[key];
    if (current?.name === file.name && current.sizeBytes === file.size) {
      this.patchMedia(key, { width, height, thumbnail });
    }
  }

  private patchMedia(key: string, patch: Partial<MediaAttachment>): void {
    const current = this.state.media[key];
    if (current) this.edit({ ...this.state, media: { ...this.state.media, [key]: { ...current, ...patch } } });
  }

  isOnItsWay(key: string): boolean {
    const uploadId = this.state.uploadIds[key];
    return uploadId !== undefined && isUnderWay(useUploads.getState().uploads[uploadId]);
  }

  private didNotArrive(key: string): boolean {
    const uploadId = this.state.uploadIds[key];
    const phase = uploadId === undefined ? undefined : useUploads.getState().uploads[uploadId]?.phase;
    return phase === 'failed' || phase === 'canceled';
  }

  /** Fields that keep the workflow from running, in the order of the form. */
  fieldsToFix(): string[] {
    const own = new Set(fieldsToFix(this.state, (key) => this.isOnItsWay(key)));
    return [...this.state.form.fields.keys()].filter((key) => own.has(key) || this.didNotArrive(key));
  }

  // Running

  /** Returns what keeps it from running: the keys of fields and ids of nodes to fix; nothing when it goes. */
  run(): { fields: string[]; nodes: string[] } {
    // A second press while the first one is on its way is no second act of submitting.
    if (this.isSubmitting || this.isBeingSent) return { fields: [], nodes: [] };
    this.store.setState(withNodeProblems(this.state));
    const fields = this.fieldsToFix();
    const nodes = Object.keys(this.state.nodeProblems);
    if (fields.length > 0 || nodes.length > 0) {
      this.store.setState({ isRunQueued: false, isAttempted: true });
      return { fields, nodes };
    }
    if (this.uploads.size > 0) {
      this.store.setState({ isRunQueued: true });
      announce('The run waits for the file');
    } else void this.submit();
    return { fields: [], nodes: [] };
  }

  cancelQueuedRun(): void {
    this.store.setState({ isRunQueued: false });
  }

  private goOnWithQueuedRun(): void {
    if (this.state.isRunQueued && this.uploads.size === 0) {
      this.store.setState({ isRunQueued: false });
      this.run();
    }
  }

  private get isBeingSent(): boolean {
    const last = latestEntryOf(useOutboxView.getState().entries, this.state.draft.id);
    return last !== null && !isSettled(last.state) && last.state.name !== 'unsettled';
  }

  private async submit(): Promise<void> {
    const { draft } = this.state;
    const text = workflowText(this.state);
    this.isSubmitting = true;
    this.store.setState({ isRunQueued: false, isAttempted: false });
    try {
      await this.putAwayEarlierEntries();
      await submitWorkflow(this.surface, {
        workflowText: text,
        graphFingerprint: await graphFingerprint(text),
        title: draft.title,
        draftId: draft.id,
      });
    } finally {
      this.isSubmitting = false;
    }
  }

  /** A new act of submitting: how the last one ended has been seen. */
  private async putAwayEarlierEntries(): Promise<void> {
    const last = latestEntryOf(useOutboxView.getState().entries, this.state.draft.id);
    if (last && (isSettled(last.state) || last.state.name === 'unsettled')) await dismissEntry(last.id);
  }

  private followOutbox(): void {
    const entry = latestEntryOf(useOutboxView.getState().entries, this.state.draft.id);
    if (!entry) return;
    if (entry.state.name !== this.saidState) {
      this.saidState = entry.state.name;
      const spoken = spokenWords(entry);
      if (spoken) announce(spoken);
    }
    if (!isSettled(entry.state) || this.handled.has(entry.id)) return;
    this.handled.add(entry.id);
    if (entry.state.name === 'submitted') this.afterSubmission(entry, entry.state.jobId);
    if (entry.state.name === 'refused') {
      const { details } = entry.state.refusal;
      this.store.setState(withRefusal(this.state, { ...lostFiles(this.state, details), ...readNodeErrors(details) }));
      this.view?.onRefused(this.firstRefused());
    }
  }

  private afterSubmission(entry: OutboxEntry, jobId: string): void {
    this.turnSeeds();
    if (!this.view) return;
    void dismissEntry(entry.id);
    this.view.onSubmitted(jobId);
  }

  private firstRefused(): { field: string } | { node: string } | null {
    const { form, refusedFields, nodeProblems } = this.state;
    const field = [...form.fields.keys()].find((key) => key in refusedFields);
    if (field !== undefined) return { field };
    const node = form.outline.find(({ nodeId }) => nodeProblems[nodeId])?.nodeId;
    return node === undefined ? null : { node };
  }

  /** "Control after generate": what the next run will take. */
  private turnSeeds(): void {
    for (const [key, mode] of Object.entries(this.state.seedModes)) {
      const field = this.state.form.fields.get(key);
      const value = this.state.values[key];
      if (!field || value === undefined || mode === 'keep') continue;
      this.setValue(key, numberFromText(nextSeed(fieldText(value), mode, field.spec ?? {})));
    }
  }

  // Saving

  private scheduleSave(): void {
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => {
      this.store.setState(withNodeProblems(this.state));
      void this.save();
    }, SAVE_DELAY_MS);
  }

  async save(): Promise<void> {
    if (this.saveTimer !== null) clearTimeout(this.saveTimer);
    this.saveTimer = null;
    const { state } = this;
    if (state.saving === 'saved') return;
    const saved: Draft = {
      ...state.draft,
      text: workflowText(state),
      seedModes: { ...state.seedModes },
      media: { ...state.media },
      updatedAt: Date.now(),
    };
    const isKept = await writeDraft(saved);
    // Edited again in the meantime: that edit has its own save coming.
    if (this.saveTimer === null) this.store.setState({ saving: isKept ? 'saved' : 'failed' });
  }
}

function arrival(file: File, sentBytes: number): string {
  return sentBytes === 0 ? `${file.name} is already here` : `${file.name} is uploaded`;
}

function attachmentOf(file: File): MediaAttachment {
  return {
    name: file.name,
    sizeBytes: file.size,
    contentType: contentTypeOf(file),
    width: null,
    height: null,
    thumbnail: null,
    hash: null,
    assetId: null,
  };
}
