import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../deps';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';
import type { Catalog } from '../router/catalog/catalog';
import { fileNameOfUrl } from '../router/hosting/asset-url-rules';
import { ownAsset } from '../router/hosting/resolve-signed-url';
import { ModelFailure } from '../router/model-source';

export interface PublishDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign' | 'blobs'> {
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
