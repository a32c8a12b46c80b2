import { FromHashBody } from '@contract/jobs/body-schemas';
import type { AppDeps } from '../deps';
import { MAX_JSON_BYTES, readText, rejectBody } from '../http/body';
import type { HttpError } from '../http/http-error';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { assetBody, assetResponse, parseBlobHash } from './asset-body';
import { recordAsset } from './asset-records';
import { requireSpace } from '../storage/spare-room';
import { readFilePath, readMediaType, readTags } from './upload/upload-fields';

/** POST /api/v2/assets/from-hash (docs/api-notes.md, Assets): creates a record for stored bytes. */
export function assetFromHash(
  deps: Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'sign' | 'newId' | 'isDiskFull' | 'metrics'>,
): OperationHandler {
  return async (context) => {
    const { owner } = context.caller;
    const request = readRequest(await readText(context.request, { maxBytes: MAX_JSON_BYTES }, rejectBody));
    requireSpace(deps);
    const areBytesHere = (await deps.blobs.check(request.blob)) === 'intact';
    // No await from here to the end: the existing record protects the bytes until the new one does.
    const { asset, isNew } = deps.store.transaction(() => {
      const owned = areBytesHere ? deps.store.assets.findOwned(owner, request.blob) : null;
      if (!owned) throw jobApiError('blob_not_found', 'No blob with this hash. Upload the file');
      const named = deps.store.assets.findReference(owner, request.blob, request.filePath, null);
      const contentType = request.contentType ?? (named ?? owned).contentType;
      return recordAsset(deps, { ...request, owner, sizeBytes: owned.sizeBytes, contentType });
    });
    deps.metrics?.uploadStored('by_hash', asset.sizeBytes);
    const body = { ...assetBody(asset, context.origin, deps), created_new: false };
    return assetResponse(body, isNew ? 201 : 200);
  };
}

interface RequestedAsset {
  /** 64 hex digits. */
  blob: string;
  filePath: string | null;
  /** `null`: the name of the existing record. */
  contentType: string | null;
  tags: readonly string[];
  expiresInS: number | null;
}

function readRequest(text: string): RequestedAsset {
  const body = FromHashBody.safeParse(withLowerCaseHash(parseJson(text)));
  if (!body.success) {
    const fields = body.error.issues.map((issue) => issue.path.join('.') || 'body');
    throw rejectWith(`These fields are missing or wrong: ${[...new Set(fields)].join(', ')}`);
  }
  const { hash, file_path, content_type, tags, expires_in } = body.data;
  const blob = parseBlobHash(hash);
  if (blob === null) throw rejectWith('The hash must have the form blake3:<64 hex digits>');
  return {
    blob,
    filePath: file_path === undefined ? null : readFilePath(file_path),
    contentType: content_type === undefined ? null : readMediaType(content_type),
    tags: readTags(tags ?? []),
    expiresInS: expires_in ?? null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw rejectWith('Request body is not valid JSON');
  }
}

/** The contract has lower-case hashes; clients may send either case (as with `expected_hash`). */
function withLowerCaseHash(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('hash' in body) || typeof body.hash !== 'string') return body;
  return { ...body, hash: body.hash.toLowerCase() };
}

function rejectWith(message: string): HttpError {
  return jobApiError('invalid_request', message, { status: 422 });
}

/** HEAD /api/v2/assets/by-hash/{hash}, J-4.102: tells the client whether from-hash will succeed. */
export function headAssetByHash(deps: Pick<AppDeps, 'store' | 'blobs'>): OperationHandler {
  return async (context) => {
    const blob = parseBlobHash(context.params['hash'] ?? '');
    // A damaged file counts as missing, so that the client uploads it again.
    const isKnown =
      blob !== null &&
      deps.store.assets.findOwned(context.caller.owner, blob) !== null &&
      (await deps.blobs.check(blob)) === 'intact';
    if (!isKnown) throw jobApiError('not_found', 'No blob with this hash');
    return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
  };
}
