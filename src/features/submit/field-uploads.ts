import type { JsonValue } from '@contract/json/lossless';
import { assetReference, isAssetReference } from '@contract/workflow/asset-references';
import { uploadAsset } from '@/api/assets/asset-upload';
import { contentTypeOf } from '@/api/assets/upload-form';
import { forgetUpload, isUnderWay, useUploads } from '@/api/assets/uploads-store';
import type { MediaAttachment, MediaList } from '@/api/storage/draft';
import { dropFile, keepFile, keptFile } from '@/api/storage/draft-files';
import { announce } from '@/shared/announce';
import { makeThumbnail } from '@/shared/make-thumbnail';
import type { SessionHost, SessionState } from './session-state';

/** The files on the inputs of one workflow, from the drop to the reference in the graph. */
export class FieldUploads {
  private readonly host: SessionHost;
  private readonly onSettled: () => void;
  private readonly running = new Map<string, AbortController>();
  private readonly files = new Map<string, File>();

  /** @param onSettled a file arrived, failed or was taken back. */
  constructor(host: SessionHost, onSettled: () => void) {
    this.host = host;
    this.onSettled = onSettled;
    // A reload in the middle of an upload: the file was kept with the draft.
    for (const [key, media] of Object.entries(this.state.media)) {
      if (media.assetId === null && this.state.form.fields.has(key)) void this.resume(key);
    }
  }

  get isBusy(): boolean {
    return this.running.size > 0;
  }

  async attach(key: string, file: File): Promise<void> {
    this.dropList(key);
    await this.put(key, file);
  }

  private async put(key: string, file: File): Promise<void> {
    const { draft } = this.state;
    this.running.get(key)?.abort();
    const controller = new AbortController();
    const uploadId = crypto.randomUUID();
    this.running.set(key, controller);
    this.files.set(key, file);
    void keepFile(draft.id, key, file);
    this.host.edit({ ...this.state, media: { ...this.state.media, [key]: attachmentOf(file) } });
    this.host.store.setState({ uploadIds: { ...this.state.uploadIds, [key]: uploadId } });
    void this.showThumbnail(key, file);
    const result = await uploadAsset(this.host.surface, file, uploadId, controller.signal);
    if (this.running.get(key) !== controller) return;
    this.running.delete(key);
    announce(result ? arrival(file, result.sentBytes) : `${file.name} did not arrive`);
    if (result) {
      const { asset, hash } = result;
      this.host.setValue(key, assetReference({ id: asset.id, hash, file_path: file.name }));
      this.patch(key, { assetId: asset.id, hash });
      // A second copy on disk would only take room; the file itself stays at hand, should the surface lose it.
      void dropFile(draft.id, key);
    }
    this.onSettled();
  }

  /** One run for each file: the first is shown on the input, and the others take its place in their runs. */
  async attachList(key: string, files: readonly File[]): Promise<void> {
    const [first, ...rest] = files;
    if (!first) return;
    this.dropList(key);
    const controller = new AbortController();
    this.running.set(listKey(key), controller);
    const show = (list: MediaList) => this.host.edit({ ...this.state, lists: { [key]: list } });
    const add = (name: string, reference: JsonValue | null) => {
      const { count, failed, files: known } = this.state.lists[key] ?? { files: [], count: files.length, failed: [] };
      if (reference === null) show({ files: known, count: count - 1, failed: [...failed, name] });
      else show({ files: [...known, { name, reference }], count, failed });
    };
    show({ files: [], count: files.length, failed: [] });
    await this.put(key, first);
    const value = this.state.values[key];
    const isFirstThere = this.state.media[key]?.assetId !== null && isAssetReference(value);
    for (const [index, file] of [first, ...rest].entries()) {
      if (this.running.get(listKey(key)) !== controller) return;
      if (index === 0) add(file.name, isFirstThere ? value : null);
      else {
        const result = await uploadAsset(this.host.surface, file, crypto.randomUUID(), controller.signal);
        if (this.running.get(listKey(key)) !== controller) return;
        add(file.name, result && assetReference({ id: result.asset.id, hash: result.hash, file_path: file.name }));
      }
    }
    this.running.delete(listKey(key));
    this.onSettled();
  }

  /** The input runs once again, with the file that is shown on it. */
  dropList(key: string): void {
    this.running.get(listKey(key))?.abort();
    this.running.delete(listKey(key));
    const { [key]: list, ...lists } = this.state.lists;
    if (list) this.host.edit({ ...this.state, lists });
  }

  /** Takes back a file that is on its way or did not arrive; what stood there before stays. */
  discard(key: string): void {
    this.dropList(key);
    this.running.get(key)?.abort();
    this.running.delete(key);
    const { [key]: uploadId, ...uploadIds } = this.state.uploadIds;
    const { [key]: _discarded, ...media } = this.state.media;
    if (uploadId) forgetUpload(uploadId);
    this.files.delete(key);
    void dropFile(this.state.draft.id, key);
    this.host.edit({ ...this.state, media });
    this.host.store.setState({ uploadIds });
    this.onSettled();
  }

  /** Cancels every upload; the files that are kept with the draft go on when it is opened again. */
  stop(): void {
    const controllers = [...this.running.values()];
    this.running.clear();
    for (const controller of controllers) controller.abort();
  }

  /** Whether the bytes are still at hand, to be sent once more. */
  has(key: string): boolean {
    return this.files.has(key);
  }

  retry(key: string): void {
    const file = this.files.get(key);
    if (file) void this.attach(key, file);
  }

  isOnItsWay(key: string): boolean {
    const uploadId = this.state.uploadIds[key];
    return uploadId !== undefined && isUnderWay(useUploads.getState().uploads[uploadId]);
  }

  didNotArrive(key: string): boolean {
    const uploadId = this.state.uploadIds[key];
    const phase = uploadId === undefined ? undefined : useUploads.getState().uploads[uploadId]?.phase;
    return phase === 'failed' || phase === 'canceled';
  }

  private get state(): SessionState {
    return this.host.store.getState();
  }

  private async resume(key: string): Promise<void> {
    const file = await keptFile(this.state.draft.id, key);
    if (file) await this.attach(key, file);
    else this.discard(key);
  }

  private async showThumbnail(key: string, file: File): Promise<void> {
    const made = await makeThumbnail(file);
    // Another file may have taken the place meanwhile, of the same name and size even.
    if (this.files.get(key) === file) this.patch(key, made);
  }

  private patch(key: string, patch: Partial<MediaAttachment>): void {
    const current = this.state.media[key];
    if (current) this.host.edit({ ...this.state, media: { ...this.state.media, [key]: { ...current, ...patch } } });
  }
}

/** The uploads of a list stand beside the one of the file that is shown. */
function listKey(key: string): string {
  return `${key} list`;
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
