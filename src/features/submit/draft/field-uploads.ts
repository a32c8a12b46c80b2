import type { Asset } from '@contract/jobs/schemas';
import type { JsonValue } from '@contract/json/lossless';
import { assetReference, assetTextOf, isAssetReference } from '@contract/workflow/asset-references';
import { findAssetByHash, uploadAsset } from '@/domains/assets/asset-upload';
import { contentTypeOf } from '@/lib/files/file-type';
import type { ImageEdit, MediaAttachment, MediaList } from '@/domains/drafts/draft';
import { dropFile, maskKey, storeFile, storedFile } from '@/domains/drafts/draft-files';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { runAction } from '@/shared/feedback/action';
import { showToast, type Toast } from '@/shared/feedback/toasts';
import { FieldFiles } from '@/shared/fields/field-files';
import { makeThumbnail } from '@/shared/files/make-thumbnail';
import { withoutFile } from './lost-files';
import type { DraftEditor } from './draft-editor';
import type { DraftSaving } from './draft-saving';
import type { SessionState } from './session-state';

const TIMEOUT_MS = 15_000;

/** The files on the inputs of a workflow, from the drop to the reference in the graph. */
export class FieldUploads {
  private readonly surface: Surface;
  private readonly editor: DraftEditor;
  private readonly saving: DraftSaving;
  private readonly onSettled: () => void;
  readonly files = new FieldFiles();
  private readonly lists = new Map<string, AbortController>();

  /** @param onSettled called when an upload finishes, fails or is discarded */
  constructor(surface: Surface, editor: DraftEditor, saving: DraftSaving, onSettled: () => void) {
    this.surface = surface;
    this.editor = editor;
    this.saving = saving;
    this.onSettled = onSettled;
    // The page was reloaded during an upload: the file is stored with the draft.
    for (const [key, media] of Object.entries(this.state.media)) {
      if (media.assetId === null && this.state.form.fields.has(key)) void this.resume(key);
    }
    // An edit of the workflow may remove an input, whose upload nobody could resume or cancel any more.
    editor.store.subscribe(({ form }, before) => {
      if (form === before.form) return;
      const gone = Object.keys(this.files.store.getState()).filter((key) => !form.fields.has(key));
      for (const key of gone) if (this.files.isPending(key)) this.discard(key);
    });
  }

  get isBusy(): boolean {
    return this.files.isBusy || this.lists.size > 0;
  }

  async attach(key: string, file: File): Promise<void> {
    this.dropList(key);
    void dropFile(this.state.draft.id, maskKey(key));
    await this.put(key, file);
  }

  /** Attaches what the image editor made of the file on this input. */
  async attachEdited(key: string, file: File, edit: ImageEdit, mask: Blob | null): Promise<void> {
    const { draft } = this.state;
    this.dropList(key);
    if (mask) void storeFile(draft.id, maskKey(key), new File([mask], 'mask'));
    else void dropFile(draft.id, maskKey(key));
    await this.put(key, file, edit);
  }

  /** Refers to a file that the server stores: nothing is sent. Undo returns the file before. */
  attachStored(key: string, { id, hash, file_path }: Asset): void {
    const name = file_path?.split('/').at(-1) || (hash ?? id);
    this.editor.endEditGroup();
    this.use(key, id, { hash, file_path: name });
    announce(t('{name} is in {title}', { name, title: this.state.form.fields.get(key)?.name ?? key }));
    // After the value, which a run that waits for the input would lack.
    if (this.state.media[key]?.assetId === null) this.discard(key);
    else {
      this.dropList(key);
      this.onSettled();
    }
  }

  /** Returns an edited image to the file that it was made of. */
  restoreOriginal(key: string): void {
    const { [key]: current, ...others } = this.state.media;
    if (!current?.edit) return;
    const { original, media } = current.edit;
    this.dropList(key);
    this.files.drop(key);
    void dropFile(this.state.draft.id, maskKey(key));
    this.editor.edit((state) => ({ ...state, media: media ? { ...others, [key]: media } : others }));
    this.editor.setValue(key, original);
    this.onSettled();
  }

  private async put(key: string, file: File, edit?: ImageEdit): Promise<void> {
    const { draft } = this.state;
    void storeFile(draft.id, key, file);
    const attachment = { ...attachmentOf(file), ...(edit && { edit }) };
    this.editor.edit((state) => ({ ...state, media: { ...state.media, [key]: attachment } }));
    void this.showThumbnail(key, file);
    const result = await this.files.attach(key, file, ({ uploadId, signal }) =>
      uploadAsset(this.surface, file, uploadId, signal),
    );
    if (result === undefined) return;
    announce(result ? arrival(file, result.sentBytes) : t('{name} did not arrive', { name: file.name }));
    if (result) {
      const { asset, hash } = result;
      this.use(key, asset.id, { hash, file_path: file.name });
      this.patch(key, { assetId: asset.id, hash });
      void this.dropStored(key, file);
    }
    this.onSettled();
  }

  /** Attaches one file per run: the first is shown on the input, and the others replace it in their runs. */
  async attachList(key: string, files: readonly File[]): Promise<void> {
    const [first, ...rest] = files;
    if (!first) return;
    this.dropList(key);
    const controller = new AbortController();
    this.lists.set(key, controller);
    const show = (list: MediaList) => this.editor.edit((state) => ({ ...state, lists: { [key]: list } }));
    const add = (name: string, reference: JsonValue | null) => {
      const { count, failed, files: known } = this.state.lists[key] ?? { files: [], count: files.length, failed: [] };
      if (reference === null) show({ files: known, count: count - 1, failed: [...failed, name] });
      else show({ files: [...known, { name, reference }], count, failed });
    };
    show({ files: [], count: files.length, failed: [] });
    await this.put(key, first);
    const value = this.state.values.get(key);
    const hasFirst = this.state.media[key]?.assetId !== null && isAssetReference(value);
    for (const [index, file] of [first, ...rest].entries()) {
      if (this.lists.get(key) !== controller) return;
      if (index === 0) add(file.name, hasFirst ? value : null);
      else {
        const result = await uploadAsset(this.surface, file, crypto.randomUUID(), controller.signal);
        if (this.lists.get(key) !== controller) return;
        add(file.name, result && assetReference({ id: result.asset.id, hash: result.hash, file_path: file.name }));
      }
    }
    this.lists.delete(key);
    this.onSettled();
  }

  /** The input runs once again, with the file shown on it. */
  dropList(key: string): void {
    this.lists.get(key)?.abort();
    this.lists.delete(key);
    const { [key]: list, ...lists } = this.state.lists;
    if (list) this.editor.edit((state) => ({ ...state, lists }));
  }

  /** Discards a file that is uploading or failed; the previous value stays. */
  discard(key: string): void {
    this.dropList(key);
    this.files.drop(key);
    const { [key]: _discarded, ...media } = this.state.media;
    void dropFile(this.state.draft.id, key);
    void dropFile(this.state.draft.id, maskKey(key));
    this.editor.edit((state) => ({ ...state, media }));
    this.onSettled();
  }

  /** Cancels every upload; uploads of files stored with the draft resume when it is opened again. */
  stop(): void {
    for (const controller of this.lists.values()) controller.abort();
    this.lists.clear();
    this.files.stop();
  }

  retry(key: string): void {
    const file = this.files.fileOf(key);
    if (!file) return;
    this.dropList(key);
    void this.put(key, file, this.state.media[key]?.edit);
  }

  /** Refers to the bytes of a lost file under a new id: the server still has them. */
  async restore(key: string): Promise<void> {
    const value = this.state.values.get(key);
    const hash = isAssetReference(value) ? assetTextOf(value, 'hash') : null;
    if (!isAssetReference(value) || hash === null) return;
    const name = assetTextOf(value, 'file_path') ?? 'file';
    const body = { hash, file_path: name, content_type: contentTypeOf({ name, type: '' }) };
    await runAction({
      run: async () => {
        const found = await findAssetByHash(this.surface, body, AbortSignal.timeout(TIMEOUT_MS));
        if (!found) throw new Error('Not found.');
        this.use(key, found.id, { hash, file_path: name });
      },
      failed: () => ({ title: t('Could not use the stored copy'), description: t('Choose the file again.') }),
    });
  }

  private use(key: string, id: string, info: { hash: string | null; file_path: string }): void {
    this.editor.edit((state) => ({ ...state, lostFiles: withoutFile(state.lostFiles, id) }));
    this.editor.setValue(key, assetReference({ id, ...info }));
    // The upload is over, so that until the next paint the input would count as missing, and Run would ignore a click.
    this.editor.settled.setState(this.state, true);
  }

  private get state(): SessionState {
    return this.editor.state;
  }

  private async resume(key: string): Promise<void> {
    const file = await storedFile(this.state.draft.id, key);
    const media = this.state.media[key];
    if (file) await this.put(key, file, media?.edit);
    else if (media?.edit) this.restoreOriginal(key);
    else this.discard(key);
    if (!file && media) showToast(notStored(media));
  }

  /**
   * A second copy on disk would waste space; the file itself stays in memory in case the surface loses it. The copy is deleted after
   * the reference is stored: a page that is reloaded in between would have neither.
   */
  private async dropStored(key: string, file: File): Promise<void> {
    await this.saving.save();
    if (this.state.saving === 'saved' && this.files.fileOf(key) === file) await dropFile(this.state.draft.id, key);
  }

  private async showThumbnail(key: string, file: File): Promise<void> {
    const made = await makeThumbnail(file);
    // Another file may have replaced it in the meantime, even one with the same name and size.
    if (this.files.fileOf(key) === file) this.patch(key, made);
  }

  private patch(key: string, patch: Partial<MediaAttachment>): void {
    const current = this.state.media[key];
    if (current)
      this.editor.edit((state) => ({ ...state, media: { ...state.media, [key]: { ...current, ...patch } } }));
  }
}

function arrival(file: File, sentBytes: number): string {
  return sentBytes === 0
    ? t('{name} is already here', { name: file.name })
    : t('{name} is uploaded', { name: file.name });
}

/** The page was closed while its file was being stored, or the browser has no space for it. */
function notStored({ name, edit }: MediaAttachment): Omit<Toast, 'id'> {
  return edit
    ? {
        tone: 'warn',
        title: edit.media
          ? t('Your changes to {name} were lost', { name: edit.media.name })
          : t('Your changes to an image were lost'),
        description: t(
          'The page closed before the browser had stored the edited image. The original is back; edit it again.',
        ),
      }
    : {
        tone: 'warn',
        title: t('{name} is not uploaded', { name }),
        description: t('The page closed before the browser had stored the file. Choose it again.'),
      };
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
