import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { forgetUpload, isPaused, isUploading, useUploads, type UploadState } from '@/domains/assets/uploads-store';

/** A file that is being added to a field, or that failed to load. */
export interface IncomingFile {
  name: string;
  /** Its progress is in `useUploads`. */
  uploadId: string;
  /** Bytes to send on a retry; `null` for a file that the server already stores. */
  file: File | null;
  /** Why it was rejected; `null` if it was not. */
  problem: string | null;
}

export type IncomingFiles = Readonly<Record<string, IncomingFile>>;

/** A file whose upload the user paused. */
export interface PausedFile {
  key: string;
  name: string;
}

/** What a field waits for: a file on its way, or one that did not arrive. */
export type FileStatus = 'none' | 'pending' | 'failed';

/** `signal` aborts if another file replaces this one or the user cancels. */
export interface AttachOptions {
  signal: AbortSignal;
  uploadId: string;
}

/**
 * Pending files of one form, at most one per field, by field key. Outlives the view: progress, retry and cancel still work when
 * the field is shown again.
 */
export class FieldFiles {
  readonly store: StoreApi<IncomingFiles> = createStore(() => ({}));
  private readonly running = new Map<string, AbortController>();

  get isBusy(): boolean {
    return this.running.size > 0;
  }

  /**
   * Starts the work that fills a field from a file; cancels the work already running for that field.
   * @returns the result of the work; `undefined` if another file replaced it or it was canceled
   */
  async attach<T>(
    key: string,
    source: File | { name: string },
    work: (options: AttachOptions) => Promise<T>,
  ): Promise<T | undefined> {
    this.cancel(key);
    const controller = new AbortController();
    const uploadId = crypto.randomUUID();
    this.running.set(key, controller);
    const file = source instanceof File ? source : null;
    this.store.setState({ [key]: { name: source.name, uploadId, file, problem: null } });
    const result = await work({ signal: controller.signal, uploadId });
    if (this.running.get(key) !== controller) return undefined;
    this.running.delete(key);
    return result;
  }

  /** Removes the file of a field, pending or not. */
  drop(key: string): void {
    this.cancel(key);
    const { [key]: incoming, ...rest } = this.store.getState();
    if (!incoming) return;
    this.store.setState(rest, true);
    forgetUpload(incoming.uploadId);
  }

  /** Shows at the field why its file was rejected. */
  reject(key: string, problem: string): void {
    const { [key]: incoming } = this.store.getState();
    if (incoming) this.store.setState({ [key]: { ...incoming, problem } });
  }

  /** Cancels every upload. */
  stop(): void {
    const controllers = [...this.running.values()];
    this.running.clear();
    for (const controller of controllers) controller.abort();
  }

  /** Returns the last attached file, if this page still has it. */
  fileOf(key: string): File | null {
    return this.store.getState()[key]?.file ?? null;
  }

  isPending(key: string): boolean {
    return isUploading(this.uploadOf(key));
  }

  /** Files that do not arrive before the user resumes their uploads. */
  get paused(): PausedFile[] {
    const files = Object.entries(this.store.getState());
    return files.filter(([key]) => isPaused(this.uploadOf(key))).map(([key, { name }]) => ({ key, name }));
  }

  statusOf(key: string): FileStatus {
    if (this.isPending(key)) return 'pending';
    const phase = this.uploadOf(key)?.phase;
    return phase === 'failed' || phase === 'canceled' ? 'failed' : 'none';
  }

  private uploadOf(key: string): UploadState | undefined {
    const uploadId = this.store.getState()[key]?.uploadId;
    return uploadId === undefined ? undefined : useUploads.getState().uploads[uploadId];
  }

  private cancel(key: string): void {
    this.running.get(key)?.abort();
    this.running.delete(key);
  }
}

/** Returns the pending or failed file of a field, with its upload if there is one. */
export function useIncomingFile(files: FieldFiles, key: string): { incoming?: IncomingFile; upload?: UploadState } {
  const incoming = useStore(files.store, (state) => state[key]);
  const upload = useUploads(({ uploads }) => (incoming ? uploads[incoming.uploadId] : undefined));
  return { ...(incoming && { incoming }), ...(upload && { upload }) };
}
