import type { FromHashBody } from '@contract/jobs/body-schemas';
import type { Asset } from '@contract/jobs/schemas';
import { t } from '@/lib/i18n/messages';
import { SpeedMeter } from '@/lib/speed-meter';
import { ApiError, isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';
import { lacksCapability, learn, uploadLimitOf } from '@/api/surfaces/capability-record';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { hashFile, FileUnreadableError } from './hash-file';
import { sendForm } from './send-form';
import { contentTypeOf, fileNameOf } from '@/lib/files/file-type';
import { setUpload, type UploadState, rejectOnAbort, runPausable, type UploadAttempt } from './uploads-store';
import { formatBytes } from '@/lib/format';

export interface UploadResult {
  asset: Asset;
  hash: string;
  /** Bytes of the file that were sent: 0 if the surface had them. */
  sentBytes: number;
}

/** Uploads in progress, by surface and hash: identical files dropped together are sent once (J-1.14). */
const underWay = new Map<string, Promise<unknown>>();

const MAX_RETRY_AFTER_S = 60;
const MAX_BUSY_ANSWERS = 5;
/** How long the request that a pause ended may keep its key. */
const MAX_KEY_CHECKS = 3;
const KEY_CHECK_MS = 1000;

interface UploadTask {
  surface: Surface;
  file: File;
  /** Aborts when the upload is canceled. */
  signal: AbortSignal;
  idempotencyKey: string;
  /** Of the asset, if it is a new one. */
  tags: readonly string[];
}

/**
 * Uploads a file without sending bytes that the surface has: hash, check, then reference or upload (J-4.103). Reports progress to
 * `useUploads` under `uploadId`, by which it can be paused. Returns `null` if it failed or was canceled; the store then has the reason.
 */
export async function uploadAsset(
  surface: Surface,
  file: File,
  uploadId: string,
  signal: AbortSignal,
  tags: readonly string[] = [],
): Promise<UploadResult | null> {
  const total = file.size;
  const show = (state: UploadState) => setUpload(uploadId, state);
  show({ phase: 'waiting', total });
  try {
    assertFits(surface, total);
    const task = { surface, file, signal, idempotencyKey: crypto.randomUUID(), tags };
    const result = await runPausable(uploadId, signal, async (attempt) => {
      const onProgress = (done: number) => attempt.show({ phase: 'hashing', done, total });
      const hash = await hashFile(file, { signal: attempt.stop, onProgress });
      return bring(task, hash, attempt);
    });
    show({ phase: 'done', asset: result.asset, sent: result.sentBytes, total });
    return result;
  } catch (error) {
    if (isApiError(error) && error.status === 413) learnLimit(surface, error, total);
    if (signal.aborted) show({ phase: 'canceled', total });
    else show({ phase: 'failed', message: uploadProblem(error, total), total });
    return null;
  }
}

/** Rejects a file that is too large before it is read or sent. @throws ApiError as the server would respond */
function assertFits(surface: Surface, sizeBytes: number): void {
  const limit = uploadLimitOf(surface);
  if (limit === null || sizeBytes <= limit) return;
  const details = { max_bytes: limit };
  const message = t('The file exceeds the upload limit of the server.');
  throw new ApiError({ kind: 'answered', code: 'payload_too_large', status: 413, message, details });
}

/** Records the size of a rejected file as the limit if the surface does not report one. */
function learnLimit(surface: Surface, { details }: ApiError, sizeBytes: number): void {
  const reported = details?.['max_bytes'];
  learn(surface, 'uploadLimit', true, { maxBytes: typeof reported === 'number' ? reported : sizeBytes - 1 });
}

async function bring(task: UploadTask, hash: string, attempt: UploadAttempt): Promise<UploadResult> {
  const { surface, signal } = task;
  const { show, stop } = attempt;
  const total = task.file.size;
  const name = `${surface.id} ${hash}`;
  show({ phase: 'checking', total });
  // The first caller uploads. When its upload finishes, fails or is paused, the next caller checks the surface again.
  for (let first = underWay.get(name); first; first = underWay.get(name)) {
    await Promise.race([first.catch(() => {}), rejectOnAbort(stop)]);
  }
  const work = (async (): Promise<UploadResult> => {
    // A pause does not end these short requests: the second one makes the asset.
    const known = await findAssetByHash(surface, referenceTo(task, hash), signal);
    if (known) return { asset: known, hash, sentBytes: 0 };
    show({ phase: 'waiting', total });
    return patiently(stop, () => upload(task, hash, attempt));
  })();
  underWay.set(name, work);
  try {
    return await work;
  } finally {
    underWay.delete(name);
  }
}

/** Returns an asset for bytes that the surface has; `null` if it does not have them. */
export async function findAssetByHash(
  surface: Surface,
  body: FromHashBody & { file_path: string; content_type: string },
  signal: AbortSignal,
): Promise<Asset | null> {
  const { hash } = body;
  const isKnown = await call(surface, 'headAssetByHash', { params: { hash }, signal }).then(
    () => true,
    (error: unknown) => {
      // 405 and 501: upload the bytes if the surface does not support the lookup.
      if (isApiError(error) && isUnsupported(error.status)) return false;
      throw error;
    },
  );
  if (!isKnown) return null;
  try {
    const response = await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body), signal });
    return response.body;
  } catch (error) {
    // Deleted between the two requests, or known only to another account (J-7.07).
    if (isApiError(error) && isUnsupported(error.status)) return null;
    throw error;
  }
}

function referenceTo({ file, tags }: UploadTask, hash: string) {
  const named = { hash, file_path: fileNameOf(file), content_type: contentTypeOf(file) };
  return tags.length === 0 ? named : { ...named, tags: [...tags] };
}

function upload(task: UploadTask, hash: string, { stop, show, isResumed }: UploadAttempt): Promise<UploadResult> {
  const { surface, file, idempotencyKey, tags } = task;
  return withConnection('upload', stop, async () => {
    const total = file.size;
    const send = (key = idempotencyKey) => {
      const meter = new SpeedMeter(total);
      show({ phase: 'uploading', sent: 0, total, bytesPerS: null, msLeft: null });
      return sendForm(
        surface,
        { file, hash, tags },
        {
          idempotencyKey: key,
          signal: stop,
          onSent: (bytes) => {
            // The progress includes a few hundred bytes of the form.
            const sent = Math.min(bytes, total);
            show({ phase: 'uploading', sent, total, ...meter.read(sent, performance.now()) });
          },
        },
      );
    };
    const stored = (error: unknown) => findStored(error, task, hash);
    const asset = await send().catch(async (error: unknown) => {
      const found = await stored(error);
      if (found || !isApiError(error)) return found ?? Promise.reject(error);
      if (isResumed && error.code === 'idempotency_key_reuse') {
        // The request that the pause ended may still be storing the file. If it does not, its key is of no use.
        show({ phase: 'checking', total });
        for (let check = 1; check <= MAX_KEY_CHECKS; check += 1) {
          await sleep(KEY_CHECK_MS, stop);
          const late = await stored(error);
          if (late) return late;
        }
        if (lacksCapability(surface, 'hashes')) throw error;
        return send(crypto.randomUUID());
      }
      if (error.kind !== 'unreachable') throw error;
      // The server answers again and has no such file, or cannot say: the same key is stored at most once.
      return send().catch(async (again: unknown) => (await stored(again)) ?? Promise.reject(again));
    });
    return { asset, hash, sentBytes: total };
  });
}

/**
 * Finds the asset of an upload that failed after its file may have been stored: the response was lost, or a retry with the same key
 * is rejected and names the asset (docs/api-notes.md, Assets). `null` if the file is not stored.
 * @throws the error of the upload if the server cannot be asked
 */
async function findStored(error: unknown, task: UploadTask, hash: string): Promise<Asset | null> {
  const { surface, signal } = task;
  if (!isApiError(error)) return null;
  const isUsedKey = error.code === 'idempotency_key_reuse';
  if (!isUsedKey && error.kind === 'answered' && error.status < 500) return null;
  try {
    const id = error.details?.['asset_id'];
    if (isUsedKey && typeof id === 'string') return (await call(surface, 'getAsset', { params: { id }, signal })).body;
    return await findAssetByHash(surface, referenceTo(task, hash), signal);
  } catch {
    throw error;
  }
}

/** Retries a `429` after `Retry-After` (J-7.18), outside the connection budget; fails if the wait is too long. */
async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let busy = 1; ; busy += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = isApiError(error) && error.status === 429 ? error.retryAfterS : null;
      if (wait === null || wait > MAX_RETRY_AFTER_S || busy >= MAX_BUSY_ANSWERS) throw error;
      await sleep(wait * 1000, signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** Message for the user about a failed upload: what happened, and what to do. */
function uploadProblem(error: unknown, sizeBytes: number): string {
  if (error instanceof FileUnreadableError) return error.message;
  if (!isApiError(error)) return t('The browser could not send this file. Choose it again.');
  // Proxies send 413 without the envelope.
  if (error.status === 413) return tooLarge(error, sizeBytes);
  switch (error.code) {
    case 'hash_mismatch':
      return t('Checksum mismatch; nothing was stored. If this repeats, the file is being modified on disk.');
    case 'unauthorized':
      return t('Sign in to upload files.');
    case 'forbidden':
      return t('You are not allowed to upload files here.');
    case 'insufficient_credits':
      return t('Not uploaded: the account has no credits left.');
    case 'unreachable':
      return t('Connection lost. Try again.');
    case 'malformed':
      return error.message;
    default:
      if (error.status === 429) return t('The server is not accepting uploads right now. Try again later.');
      if (error.status >= 500)
        return t('The server could not store the file ({code}). Try again.', { code: error.code });
      return `${error.message} (${error.code})`;
  }
}

function tooLarge({ details }: ApiError, sizeBytes: number): string {
  const limit = details?.['max_bytes'];
  const size = formatBytes(sizeBytes);
  return typeof limit === 'number'
    ? t('{size} is too large for this server, which accepts up to {limit}. Choose a smaller file.', {
        size,
        limit: formatBytes(limit),
      })
    : t('{size} is too large for this server. Choose a smaller file.', { size });
}
