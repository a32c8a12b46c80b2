import type { AppDeps } from '../deps';
import { BodyBudget } from '../http/body-budget';
import { HttpError } from '../http/http-error';
import { jobApiError } from '../http/job-api-error';
import type { OperationContext, OperationHandler } from '../http/operation';
import { BlobDiskFull, BlobHashMismatch, BlobTooLarge, type StoredBlob } from '../storage/blobs';
import { assetBody, assetResponse, writeBlobHash } from './asset-body';
import { collectBlob, recordAsset } from './asset-records';
import { beforeIdle, untilIdle, UploadIdle } from './upload/idle-timeout';
import { MultipartBroken, type MultipartUpload } from './upload/multipart';
import { holdFileFirst } from './upload/reorder-upload';
import { hasRequiredFields, readUploadFields, rejectPart, type UploadFields } from './upload/upload-fields';
import { UploadKeys, type UploadKey } from './upload/upload-key';

/** Allowance for boundaries, headers and text parts. */
const MAX_FORM_OVERHEAD_BYTES = 8 * 1024 * 1024;

type PostDeps = Pick<
  AppDeps,
  'store' | 'blobs' | 'clock' | 'sign' | 'newId' | 'settings' | 'log' | 'readMultipart' | 'isDiskFull' | 'metrics'
>;

/** POST /api/v2/assets (docs/api-notes.md, Assets). Atomic: creates a record and its bytes, or nothing. */
export function postAsset(deps: PostDeps): OperationHandler {
  const uploads = { ...deps, keys: new UploadKeys(deps), budget: new BodyBudget() };
  return async (context) => {
    const { request } = context;
    const { maxUploadBytes } = deps.settings;
    // A body whose declared length is too large is rejected unread.
    if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes + MAX_FORM_OVERHEAD_BYTES) {
      throw tooLarge(maxUploadBytes);
    }
    try {
      return await receiveInOrder(uploads, context, await beforeIdle(deps.clock, deps.readMultipart(request)));
    } catch (error) {
      throw problemOfUpload(error, request, deps);
    }
  };
}

type UploadDeps = PostDeps & { keys: UploadKeys; budget: BodyBudget };

/** Required text parts may also follow a file that fits into memory. */
async function receiveInOrder(deps: UploadDeps, context: OperationContext, upload: MultipartUpload): Promise<Response> {
  if (!upload.file || hasRequiredFields(upload.fields)) return receive(deps, context, upload);
  try {
    const lateFields = () => beforeIdle(deps.clock, upload.lateFields());
    const held = await holdFileFirst(
      untilIdle(deps.clock, upload.file.content),
      { ...upload, lateFields },
      {
        budget: deps.budget,
        maxBytes: deps.settings.maxUploadBytes,
      },
    );
    // Too large to buffer: the error names the missing parts.
    if (!held) return await receive(deps, context, upload);
    try {
      return await receive(deps, context, held.upload);
    } finally {
      held.release();
    }
  } finally {
    upload.abandon();
  }
}

async function receive(deps: UploadDeps, context: OperationContext, upload: MultipartUpload): Promise<Response> {
  let key: UploadKey | null = null;
  let blob: StoredBlob | null = null;
  try {
    let fields = readUploadFields(upload.fields);
    if (!upload.file) throw rejectPart('file', 'is required');
    key = deps.keys.open(context.caller.owner, context.request.headers.get('idempotency-key'));
    if (deps.isDiskFull?.()) throw new BlobDiskFull(null);
    const content = wholeForm(deps, upload.file.content, upload, (late) => {
      fields = withLateParts(fields, upload.fields, late);
    });
    blob = await deps.blobs.put(content, {
      maxBytes: deps.settings.maxUploadBytes,
      signal: context.request.signal,
      ...(fields.expectedHash === null ? {} : { expectedHash: fields.expectedHash }),
    });
    // No await between storing the bytes and their record: the blob could be deleted (`Blobs.put`).
    return record(deps, context, blob, fields, key);
  } catch (error) {
    upload.abandon();
    if (blob) await collectBlob(deps, blob.hash);
    throw error;
  } finally {
    key?.close();
  }
}

/**
 * Ends the file only when the whole form has ended: a form that is truncated or invalid after its file stores nothing.
 */
async function* wholeForm(
  { clock }: Pick<AppDeps, 'clock'>,
  content: AsyncIterable<Uint8Array>,
  upload: MultipartUpload,
  onLateParts: (late: ReadonlyMap<string, readonly string[]>) => void,
): AsyncIterable<Uint8Array> {
  yield* untilIdle(clock, content);
  onLateParts(await beforeIdle(clock, upload.lateFields()));
}

/** Parts should precede the file (J-4.94); the order is enforced only for parts that are needed before the file is read. */
function withLateParts(
  fields: UploadFields,
  early: ReadonlyMap<string, readonly string[]>,
  late: ReadonlyMap<string, readonly string[]>,
): UploadFields {
  if (late.size === 0) return fields;
  if (late.has('expected_hash')) throw rejectPart('expected_hash', 'must come before the file');
  const all = new Map(early);
  for (const [name, values] of late) all.set(name, [...(all.get(name) ?? []), ...values]);
  return readUploadFields(all);
}

function record(
  deps: PostDeps,
  context: OperationContext,
  blob: StoredBlob,
  fields: UploadFields,
  key: UploadKey,
): Response {
  const { asset } = deps.store.transaction(() => {
    const recorded = recordAsset(deps, {
      owner: context.caller.owner,
      blob: blob.hash,
      sizeBytes: blob.size,
      contentType: fields.contentType,
      filePath: fields.filePath,
      tags: fields.tags,
      expiresInS: fields.expiresInS,
    });
    key.claim(recorded.asset.id);
    return recorded;
  });
  deps.metrics?.uploadStored(blob.isNew ? 'stored' : 'duplicate', blob.size);
  const body = { ...assetBody(asset, context.origin, deps), created_new: blob.isNew };
  return assetResponse(body, blob.isNew ? 201 : 200);
}

function tooLarge(maxBytes: number): HttpError {
  const limit = maxBytes % 1024 ** 2 === 0 ? `${maxBytes / 1024 ** 2} MiB` : `${maxBytes} bytes`;
  return jobApiError('payload_too_large', `The file exceeds the limit of ${limit}`, {
    details: { max_bytes: maxBytes },
  });
}

function problemOfUpload(error: unknown, request: Request, deps: Pick<AppDeps, 'log'>): unknown {
  if (error instanceof HttpError) return error;
  if (error instanceof BlobTooLarge) return tooLarge(error.maxBytes);
  if (error instanceof BlobHashMismatch) {
    return jobApiError('hash_mismatch', 'The bytes do not have the expected hash. Nothing was stored', {
      details: { actual_hash: writeBlobHash(error.actual) },
    });
  }
  if (error instanceof BlobDiskFull) {
    deps.log.error({ err: error }, 'An upload found the disk full');
    return jobApiError(
      'upstream_error',
      'The disk is full. Nothing was stored: delete jobs or files, or free space on it',
    );
  }
  // The abort reason need not be an Error; the client is gone anyway.
  if (request.signal.aborted) {
    return jobApiError('invalid_request', 'The upload was aborted. Nothing was stored', { status: 422 });
  }
  if (error instanceof UploadIdle) {
    // The rest of the body is not read, so the connection must be closed.
    const headers = { connection: 'close' };
    return jobApiError('invalid_request', `${error.message}. Nothing was stored`, { status: 422, headers });
  }
  if (error instanceof MultipartBroken) {
    return jobApiError('invalid_request', `${error.message}. Nothing was stored`, { status: 422 });
  }
  return error;
}
