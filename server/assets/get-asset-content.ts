import type { AppDeps } from '../deps';
import type { HttpError } from '../http/http-error';
import { jobApiError } from '../http/job-api-error';
import type { OperationContext, OperationHandler } from '../http/operation';
import { BlobDamaged, type ReadOptions } from '../storage/blobs';
import { isContentRemoved, type AssetRecord } from '../storage/store';
import { readByteRange } from './content/byte-range';
import { contentHeaders } from './content/content-headers';
import { checkContentUse } from './content/content-use';
import { findAsset } from './asset-records';
import { essenceOf } from '../http/media-type';
import { contentSignature } from './signed-urls';
import { thumbnailSide } from './thumbnails/thumbnailer';

type ContentDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'sign' | 'settings' | 'thumbnails' | 'log'>;

/** GET /api/v2/assets/{id}/content, J-4.107. The bytes of an id never change, so they can be cached and resumed. */
export function getAssetContent(deps: ContentDeps): OperationHandler {
  return async (context) => {
    checkContentUse(context.request);
    const { asset, expiresAt } = admit(deps, context);
    if (asset.blob === null) throw isContentRemoved(asset) ? removed() : gone();
    const side = thumbnailSide(context.query.get('thumb'));
    const small = side === null ? 'original' : await thumbnail(deps, asset, side);
    const headers = contentHeaders(asset, { isSigned: expiresAt !== null, filename: context.query.get('filename') });
    headers.set('cache-control', small === 'failed' ? 'no-store' : cacheControl(deps, expiresAt));
    if (small instanceof Uint8Array) return smallImage(context.request, headers, small, `"${asset.blob}-${side}"`);
    return await original(deps, context.request, headers, { blob: asset.blob, size: asset.sizeBytes });
  };
}

/**
 * A valid signature gives access to anyone. An invalid one gives none, even if the gateway requires no credential (J-8.06): only
 * a credential that was actually sent overrides it.
 */
function admit(deps: ContentDeps, context: OperationContext): { asset: AssetRecord; expiresAt: number | null } {
  const id = context.params['id'] ?? '';
  const signature = contentSignature(context.query, id, deps);
  if (signature === 'valid') {
    return { asset: findAsset(deps, id, null), expiresAt: Number(context.query.get('expires')) * 1000 };
  }
  const isOpenSurface = deps.settings.token === null;
  if (!context.hasCredential || (isOpenSurface && signature !== 'absent')) {
    throw jobApiError(
      isOpenSurface ? 'forbidden' : 'unauthorized',
      signature === 'expired'
        ? 'This URL has expired. Fetch the asset again to get a new one'
        : 'This URL has no valid signature',
    );
  }
  return { asset: findAsset(deps, id, context.caller.owner), expiresAt: null };
}

/** Signed URLs are cacheable until they expire; plain ones are revalidated each time, with 304. */
function cacheControl(deps: ContentDeps, expiresAt: number | null): string {
  if (expiresAt === null) return 'private, no-cache';
  const seconds = Math.max(0, Math.floor((expiresAt - deps.clock.now()) / 1000));
  return `private, max-age=${seconds}, immutable`;
}

/** `original`: a thumbnail is impossible. `failed`: the next attempt may succeed. */
async function thumbnail(
  deps: ContentDeps,
  asset: AssetRecord,
  side: number,
): Promise<Uint8Array | 'original' | 'failed'> {
  const path = asset.blob === null ? null : deps.blobs.path(asset.blob);
  // Vector images are small anyway, and rendering untrusted ones is a risk.
  const type = essenceOf(asset.contentType);
  const isRaster = type.startsWith('image/') && !type.startsWith('image/svg');
  if (!deps.thumbnails || path === null || !isRaster) return 'original';
  try {
    return (await deps.thumbnails.thumbnail(path, side)) ?? 'original';
  } catch (error) {
    deps.log.warn({ err: error, assetId: asset.id }, 'A thumbnail could not be made');
    return 'failed';
  }
}

function smallImage(request: Request, headers: Headers, bytes: Uint8Array, etag: string): Response {
  headers.set('content-type', 'image/webp');
  headers.set('content-disposition', 'inline');
  headers.set('etag', etag);
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(bytes.byteLength));
  return new Response(new Blob([new Uint8Array(bytes)]), { status: 200, headers });
}

async function original(
  deps: ContentDeps,
  request: Request,
  headers: Headers,
  { blob, size }: { blob: string; size: number },
): Promise<Response> {
  const etag = `"${blob}"`;
  headers.set('etag', etag);
  headers.set('accept-ranges', 'bytes');
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers });
  const range = mayResume(request, etag) ? readByteRange(request.headers.get('range'), size) : 'all';
  if (range === 'unsatisfiable') {
    throw jobApiError('range_not_satisfiable', `The asset has ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const body = await readWhole(deps, blob, range === 'all' ? { size } : { range, size });
  if (range === 'all') {
    headers.set('content-length', String(size));
    return new Response(body, { status: 200, headers });
  }
  headers.set('content-length', String(range.end - range.start));
  headers.set('content-range', `bytes ${range.start}-${range.end - 1}/${size}`);
  return new Response(body, { status: 206, headers });
}

/** Checks the size before sending headers: with a `Content-Length` above the real size, the client would hang. */
async function readWhole(deps: ContentDeps, blob: string, options: ReadOptions): Promise<ReadableStream<Uint8Array>> {
  try {
    const body = await deps.blobs.read(blob, options);
    if (body) return body;
  } catch (error) {
    if (!(error instanceof BlobDamaged)) throw error;
    throw jobApiError('not_found', 'The stored file of this asset is damaged. Upload the same bytes to repair it');
  }
  throw gone();
}

function isUnchanged(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** `If-Range`: a range is useful only to a client that has other ranges of the same bytes. */
function mayResume(request: Request, etag: string): boolean {
  const known = request.headers.get('if-range');
  return known === null || known.trim() === etag;
}

function gone(): HttpError {
  return jobApiError('not_found', 'Asset content has been deleted');
}

function removed(): HttpError {
  return jobApiError(
    'not_found',
    'The gateway removed this file to keep its storage limit. The job and its workflow are stored: run it again to create the file',
  );
}
