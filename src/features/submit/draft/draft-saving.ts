import { classesOf } from '@contract/workflow/graph';
import { keepClosingText } from '@/domains/drafts/closing-text';
import { contentOf, type Draft } from '@/domains/drafts/draft';
import { asOtherVersion } from '@/domains/drafts/draft-record';
import { readDraft, updateDraft, writeDraft } from '@/domains/drafts/drafts';
import { afterPaint } from '@/lib/after-paint';
import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import { checkInSlices, jsonOf, type DraftEditor } from './draft-editor';
import { openEditor, withDefinitions, workflowText, type EditorState } from './editor-state';
import type { SessionState } from './session-state';

const SAVE_DELAY_MS = 400;

/** Stores an open draft after its edits. A version that another tab or browser has stored is never replaced (decision 123). */
export class DraftSaving {
  private readonly editor: DraftEditor;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isStopped = false;
  /** Untouched drafts are deleted after a day, open or not: those are stored again by their first edit. */
  private isUntouched: boolean;
  /** Contents that this page has read, stored, or is storing. */
  private known: readonly string[];
  /** The stored version is not the one that this page edits. */
  private isOvertaken = false;

  constructor(editor: DraftEditor) {
    this.editor = editor;
    const { isUntouched } = editor.state.draft;
    this.isUntouched = isUntouched === true;
    this.known = [contentOf(editor.state.draft)];
  }

  /** Stores the draft once it was not edited for a moment. */
  schedule(): void {
    if (this.isStopped) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.checkAndSave(), SAVE_DELAY_MS);
  }

  private async checkAndSave(): Promise<void> {
    const { timer } = this;
    await checkInSlices(this.editor.store);
    // In a task of its own: with the check, it would delay a key in a large form.
    await afterPaint();
    // Otherwise, it was edited again or saved in the meantime: an edit has its own check.
    if (this.timer === timer) await this.save();
  }

  /** @param how `isLeaving`: the page may close before any read finishes, so nothing is looked up first. */
  async save({ isLeaving = false } = {}): Promise<void> {
    this.editor.readJson();
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { state, store } = this.editor;
    if (state.saving === 'saved' || state.isDeleted || this.isStopped) return;
    const outcome = await this.store(draftOf(state), isLeaving);
    if (outcome === 'deleted') {
      this.markDeleted();
      return;
    }
    if (outcome === 'both') showOtherVersion(this.editor.state.draft.title);
    // Edited again in the meantime: that edit has scheduled its own save.
    if (this.timer === null) store.setState({ saving: outcome === 'failed' ? 'failed' : 'saved' });
  }

  private async store(draft: Draft, isLeaving: boolean): Promise<'saved' | 'both' | 'failed' | 'deleted'> {
    if (isLeaving && this.isOvertaken) return write(asOtherVersion(draft));
    if (isLeaving) keepClosingText(draft);
    const { known } = this;
    const content = contentOf(draft);
    this.known = [...known, content];
    const outcome = isLeaving || this.isUntouched ? await write(draft) : await updateDraft(draft, known);
    if (outcome === 'saved' || outcome === 'both') {
      this.isUntouched = false;
      this.isOvertaken = false;
      if (this.known.at(-1) === content) this.known = [content];
    }
    return outcome;
  }

  /** Lists the draft from now on, changed or not: it was run, or the page has announced that it is saved. */
  keep(): void {
    if (!this.editor.state.draft.isUntouched) return;
    this.editor.edit((state) => state);
    void this.save();
  }

  /**
   * Shows what another tab or browser has stored, unless there is something to save: then both versions are kept.
   * @param isBusy the page works on the draft that it shows
   */
  async follow(isBusy: () => boolean): Promise<void> {
    const canReplace = () => hasNothingToSave(this.editor.state) && !isBusy();
    const stored = await this.newer(this.editor.state.draft, canReplace);
    if (!stored || this.isStopped) return;
    const state = reopened(this.editor.state, stored);
    this.editor.store.setState({ ...state, json: jsonOf(state) });
  }

  /** Returns what another tab or browser has stored since; `null` if there is nothing new, or if this page must keep its own. */
  private async newer({ id, title }: Draft, canReplace: () => boolean): Promise<Draft | null> {
    const stored = await readDraft(id).catch(() => null);
    if (!stored) return null;
    const content = contentOf(stored);
    const isKnown = this.known.includes(content);
    if (isKnown && stored.title === title) return null;
    if (!canReplace()) {
      this.isOvertaken ||= !isKnown;
      return null;
    }
    this.known = [content];
    return stored;
  }

  /** Another tab or browser deleted the draft. The page keeps its content, but does not store it. */
  markDeleted(): void {
    this.editor.store.setState({ isDeleted: true, saving: 'unsaved' });
  }

  /** Stores the current content again after another tab restored the draft or the user chose to keep it. */
  async keepDeleted(): Promise<void> {
    const saving = await write(draftOf(this.editor.state));
    this.editor.store.setState({ isDeleted: false, saving });
  }

  /** Called when the draft is deleted: pending work must not restore it. */
  stop(): void {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }
}

/** Returns the draft with the content of its editor. */
function draftOf(state: SessionState): Draft {
  const { jsonText: _earlier, ...draft } = state.draft;
  return {
    ...draft,
    ...(state.json?.read === 'unreadable' ? { jsonText: state.json.text } : {}),
    text: workflowText(state),
    classes: classesOf(state.graph),
    seedModes: { ...state.seedModes },
    media: { ...state.media },
    lists: { ...state.lists },
    aspects: { ...state.aspects },
    updatedAt: Date.now(),
  };
}

async function write(draft: Draft): Promise<'saved' | 'failed'> {
  return (await writeDraft(draft)) ? 'saved' : 'failed';
}

/** Returns the state of an open editor with a newer version of its draft; earlier edits cannot be undone. */
function reopened({ definitions, guesses, comfyui, isRunByComfyui }: EditorState, draft: Draft): EditorState {
  const opened = openEditor(draft, definitions);
  return withDefinitions({ ...opened, guesses, comfyui, isRunByComfyui }, definitions);
}

/** An invalid text is in no value, so no save has it. */
function hasNothingToSave({ saving, isDeleted, typed, json }: SessionState): boolean {
  if (typeof json?.read === 'string') return false;
  return saving === 'saved' && !isDeleted && Object.values(typed).every(({ problem }) => problem === null);
}

function showOtherVersion(title: string): void {
  showToast({
    tone: 'warn',
    title: t('This draft was also changed elsewhere'),
    stays: true,
    description: t('The version of the other tab or browser is the draft “{title}”. Yours stays here.', {
      // As `asOtherVersion` names it.
      title: t('{title} (other version)', { title }),
    }),
  });
}
