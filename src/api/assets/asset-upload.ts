import type { Asset } from '@contract/jobs/schemas';
import { SpeedMeter } from '@/lib/speed-meter';
import { ApiError, isApiError } from '../api-error';
import { call } from '../client';
import { withConnection } from '../connections';
import type { Surface } from '../surface';
import { learn, uploadLimitOf } from '../surfaces/capability-record';
import { isNotOffered } from '../surfaces/offered-operations';
import { hashFile } from './hash-file';
import { sendForm } from './send-form';
import { contentTypeOf, fileNameOf, uploadForm } from './upload-form';
import { setUpload, type UploadState } from './uploads-store';
import { uploadProblem } from './upload-problem';

export interface UploadResult {
  asset: Asset;
  hash: string;
  /** Bytes of the file that went over the wire: 0 where the surface had them. */
  sentBytes: number;
}

/** Bytes on their way, by surface and hash: identical files dropped together are sent once (J-1.14). */
const underWay = new Map<string, Promise<unknown>>();

const MAX_RETRY_AFTER_S = 60;
const MAX_BUSY_ANSWERS = 5;

/**
 * Brings a file to a surface without sending bytes that it has: hash, ask, then refer or upload (J-4.103). Progress goes
 * to `useUploads` under `uploadId`. Null when it failed or was canceled; the store then says which and why.
 */
export async function uploadAsset(
  surface: Surface,
  file: File,
  uploadId: string,
  signal: AbortSignal,
): Promise<UploadResult | null> {
  const total = file.size;
  const show = (state: UploadState) => setUpload(uploadId, state);
  show({ phase: 'waiting', total });
  try {
    assertFits(surface, total);
    const hash = await hashFile(file, { signal, onProgress: (done) => show({ phase: 'hashing', done, total }) });
    const result = await bring(surface, file, hash, show, signal);
    show({ phase: 'done', asset: result.asset, sent: result.sentBytes, total });
    return result;
  } catch (error) {
    if (isApiError(error) && error.status === 413) learnLimit(surface, error, total);
    if (signal.aborted) show({ phase: 'canceled', total });
    else show({ phase: 'failed', message: uploadProblem(error, total), total });
    return null;
  }
}

/** Bytes that the server would reject are not read and not sent. @throws ApiError as the server would respond */
function assertFits(surface: Surface, sizeBytes: number): void {
  const limit = uploadLimitOf(surface);
  if (limit === null || sizeBytes <= limit) return;
  const details = { max_bytes: limit };
  const message = 'The file exceeds the upload limit of the server.';
  throw new ApiError({ kind: 'answered', code: 'payload_too_large', status: 413, message, details });
}

/** A surface that does not report its limit has at least shown that this file is beyond it. */
function learnLimit(surface: Surface, { details }: ApiError, sizeBytes: number): void {
  const told = details?.['max_bytes'];
  learn(surface, 'uploadLimit', true, { maxBytes: typeof told === 'number' ? told : sizeBytes - 1 });
}

async function bring(
  surface: Surface,
  file: File,
  hash: string,
  show: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const total = file.size;
  const name = `${surface.id} ${hash}`;
  show({ phase: 'checking', total });
  // Whoever is first sends; when that upload ends, well or not, the next one asks the surface again.
  for (let first = underWay.get(name); first; first = underWay.get(name)) {
    await first.catch(() => {});
    signal.throwIfAborted();
  }
  const work = (async (): Promise<UploadResult> => {
    const known = await findAssetByHash(
      surface,
      { hash, file_path: fileNameOf(file), content_type: contentTypeOf(file) },
      signal,
    );
    if (known) return { asset: known, hash, sentBytes: 0 };
    show({ phase: 'waiting', total });
    return patiently(signal, () => upload(surface, file, hash, show, signal));
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
  body: { hash: string; file_path: string; content_type: string },
  signal: AbortSignal,
): Promise<Asset | null> {
  const { hash } = body;
  const isKnown = await call(surface, 'headAssetByHash', { params: { hash }, signal }).then(
    () => true,
    (error: unknown) => {
      // 405 and 501: a surface without the question is simply sent the bytes.
      if (isApiError(error) && isNotOffered(error.status)) return false;
      throw error;
    },
  );
  if (!isKnown) return null;
  try {
    const answer = await call(surface, 'assetFromHash', { jsonText: JSON.stringify(body), signal });
    return answer.body;
  } catch (error) {
    // Collected between the two questions, or known only under another account (J-7.07).
    if (isApiError(error) && isNotOffered(error.status)) return null;
    throw error;
  }
}

function upload(
  surface: Surface,
  file: File,
  hash: string,
  show: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return withConnection('upload', signal, async () => {
    const total = file.size;
    const meter = new SpeedMeter(total);
    show({ phase: 'uploading', sent: 0, total, bytesPerS: null, msLeft: null });
    const asset = await sendForm(surface, uploadForm(file, hash), {
      signal,
      onSent: (bytes) => {
        // The form around the file counts a few hundred bytes.
        const sent = Math.min(bytes, total);
        show({ phase: 'uploading', sent, total, ...meter.read(sent, performance.now()) });
      },
    });
    return { asset, hash, sentBytes: total };
  });
}

/** Waits out `429` with `Retry-After` (J-7.18), outside the connection budget; a long or endless wait is a failure. */
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
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
