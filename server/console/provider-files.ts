import { normalizeMediaType } from '../http/media-type';
import { RESULT_TAG } from '@contract/jobs/schemas';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { assetBody, assetResponse } from '../assets/asset-body';
import { recordAsset, type NewReference } from '../assets/asset-records';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import { fileNameOfUrl } from '../router/hosting/asset-url-rules';
import { ownAsset } from '../router/hosting/resolve-signed-url';
import { FetchBlocked } from '../router/hosting/public-fetch';
import { BlobTooLarge } from '../storage/blobs';
import { requireSpace } from '../storage/spare-room';
import type { Catalog } from '../router/catalog/catalog';
import { ModelFailure } from '../router/model-source';

type FetchDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'sign' | 'newId' | 'settings' | 'results' | 'isDiskFull'>;

/**
 * `POST /console/fetch-result`: saves the file behind a URL of a model response as an asset. It stays permanently, to save it or to
 * use it in a workflow, or for `expires_in` seconds, to view it. The gateway fetches only URLs that it has seen in a response,
 * without credentials, up to the upload limit.
 */
export const fetchResult =
  (deps: FetchDeps): OperationHandler =>
  async ({ request, caller: { owner }, origin }) => {
    const { url, expires_in } = await readJson(request, CONSOLE_BODIES.fetchResult);
    requireSpace(deps);
    const expiresInS = expires_in ?? null;
    const own = ownAsset(url, deps);
    const details = own?.blob
      ? {
          blob: own.blob,
          sizeBytes: own.sizeBytes,
          contentType: own.contentType,
          filePath: own.filePath,
          tags: own.tags,
        }
      : await fetchForeign(url, request.signal, deps);
    const { asset, isNew } = deps.store.transaction(() => recordAsset(deps, { ...details, owner, expiresInS }));
    return assetResponse(assetBody(asset, origin, deps), isNew ? 201 : 200);
  };

async function fetchForeign(
  url: string,
  signal: AbortSignal,
  deps: FetchDeps,
): Promise<Omit<NewReference, 'owner' | 'expiresInS'>> {
  const { results, settings, blobs } = deps;
  if (!results?.seen.has(url)) {
    throw jobApiError('forbidden', 'This gateway fetches only URLs from model responses');
  }
  try {
    const { fetchPublic, trustedOrigins } = results;
    const maxBytes = settings.maxUploadBytes;
    const { contentType, content } = await fetchPublic(url, { maxBytes, signal, trustedOrigins });
    const stored = await blobs.put(content, { maxBytes, signal });
    return {
      blob: stored.hash,
      sizeBytes: stored.size,
      contentType: normalizeMediaType(contentType),
      filePath: fileNameOfUrl(url),
      tags: [RESULT_TAG],
    };
  } catch (error) {
    if (error instanceof BlobTooLarge || (error instanceof FetchBlocked && error.problem === 'too_large')) {
      throw jobApiError('payload_too_large', 'The file exceeds the size limit of this gateway');
    }
    if (error instanceof FetchBlocked) throw jobApiError('invalid_request', error.message, { status: 422 });
    throw error;
  }
}

interface PublishDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign' | 'blobs'> {
  catalog: Catalog;
}

/**
 * `POST /console/publish-input`: uploads an asset of this gateway to a host that the provider of a model can read, and returns that
 * URL. Only to hosts that the configuration or the provider's own document lists.
 */
export const publishInput =
  (deps: PublishDeps): OperationHandler =>
  async ({ request }) => {
    const { model, url } = await readJson(request, CONSOLE_BODIES.publishInput);
    const upload = deps.catalog.current().models.get(model)?.upload?.() ?? null;
    if (upload === null) throw jobApiError('invalid_request', 'The provider of this model has no upload target');
    const asset = ownAsset(url, deps);
    if (!asset?.blob) throw jobApiError('invalid_request', 'The URL is not one of a file on this gateway');
    const content = await deps.blobs.read(asset.blob, { size: asset.sizeBytes });
    if (!content) throw jobApiError('invalid_request', 'The file is no longer on this gateway');
    const name = asset.filePath ?? fileNameOfUrl(url) ?? 'file';
    const file = { name, contentType: asset.contentType, sizeBytes: asset.sizeBytes, read: () => content };
    try {
      const published = await upload.send(file, request.signal);
      return Response.json({ url: published }, { headers: { 'cache-control': 'no-store' } });
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const said = error.options.upstreamDetail;
      throw jobApiError('invalid_request', said ? `${error.detail}: ${said}` : error.detail, { status: 422 });
    } finally {
      // Closes the file if the upload ended before the end of the file.
      if (!content.locked) await content.cancel();
    }
  };
