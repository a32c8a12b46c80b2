import { z } from 'zod/mini';
import type { AppDeps } from '../deps';
import { MAX_JSON_BYTES, readText, rejectBody } from '../http/body';
import { ApiProblem } from '../http/operation';
import type { Catalog } from '../router/catalog';
import { nameOfAddress } from '../router/hosting/asset-url-rules';
import { ownAsset } from '../router/hosting/resolve-signed-url';
import { ModelFailure } from '../router/model-source';

const PublishBody = z.object({ model: z.string(), url: z.string().check(z.maxLength(8192)) });

/**
 * `POST /console/publish-input`: uploads an asset of this gateway to where the provider of a model can read it, and returns
 * that URL. Only to what the configuration or the provider's own document names.
 */
export async function publishInput(request: Request, deps: AppDeps, catalog: Catalog): Promise<Response> {
  const { model, url } = readBody(await readText(request, { maxBytes: MAX_JSON_BYTES }, rejectBody));
  const upload = catalog.current().models.get(model)?.upload?.() ?? null;
  if (upload === null) throw new ApiProblem('invalid_request', 'The provider of this model has no upload target');
  const asset = ownAsset(url, deps);
  if (!asset?.blob) throw new ApiProblem('invalid_request', 'The URL is not one of a file on this gateway');
  const content = await deps.blobs.read(asset.blob, { size: asset.sizeBytes });
  if (!content) throw new ApiProblem('invalid_request', 'The file is not on this gateway any more');
  const name = asset.filePath ?? nameOfAddress(url) ?? 'file';
  const file = { name, contentType: asset.contentType, sizeBytes: asset.sizeBytes, read: () => content };
  try {
    const published = await upload.send(file, request.signal);
    return Response.json({ url: published }, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const said = error.options.upstreamDetail;
    throw new ApiProblem('invalid_request', said ? `${error.detail}: ${said}` : error.detail, { status: 422 });
  } finally {
    // Nothing is left open if the upload ended before the file did.
    if (!content.locked) await content.cancel();
  }
}

function readBody(text: string): z.infer<typeof PublishBody> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw rejectBody('Request body is not valid JSON');
  }
  const parsed = PublishBody.safeParse(body);
  if (!parsed.success) throw rejectBody('The body is {"model": "…", "url": "…"}');
  return parsed.data;
}
