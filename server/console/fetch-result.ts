import { normalizeMediaType } from '../assets/media-type';
import { z } from 'zod/mini';
import { MAX_EXPIRES_IN_S, MIN_EXPIRES_IN_S } from '@contract/jobs/schemas';
import { assetBody, assetResponse } from '../assets/asset-body';
import { recordAsset, type NewReference } from '../assets/record-asset';
import type { AppDeps } from '../deps';
import { MAX_JSON_BYTES, readText, rejectBody } from '../http/body';
import { ApiProblem, type Caller } from '../http/operation';
import { nameOfAddress } from '../router/hosting/asset-url-rules';
import { RESULT_TAG } from '../router/hosting/save-asset';
import { ownAsset } from '../router/hosting/resolve-signed-url';
import { FetchBlocked, type PublicFetch } from '../router/hosting/public-fetch';
import type { ResultUrlAllowlist } from '../router/hosting/result-url-allowlist';
import { BlobTooLarge } from '../storage/blobs';

/** What fetching the result of a model stands on; only Node has it. */
export interface ResultFetching {
  fetchPublic: PublicFetch;
  seen: ResultUrlAllowlist;
  /** Origins of the owner's own providers, which may lie in a private network. */
  trustedOrigins: ReadonlySet<string>;
}

const FetchBody = z.object({
  url: z.string().check(z.maxLength(8192)),
  expires_in: z.optional(z.int().check(z.minimum(MIN_EXPIRES_IN_S), z.maximum(MAX_EXPIRES_IN_S))),
});

/**
 * `POST /console/fetch-result`: keeps the file behind an address of a model's answer as an asset: for good, to save it or
 * to use it in a workflow, or for `expires_in` seconds, to look at it. The gateway fetches only what it has seen in an answer, without credentials, up to the limit of uploads.
 */
export async function fetchResult(
  request: Request,
  { owner }: Caller,
  origin: string,
  deps: AppDeps,
): Promise<Response> {
  const { url, expires_in } = readWish(await readText(request, { maxBytes: MAX_JSON_BYTES }, rejectBody));
  const expiresInS = expires_in ?? null;
  const own = ownAsset(url, deps);
  const facts = own?.blob
    ? { blob: own.blob, sizeBytes: own.sizeBytes, contentType: own.contentType, filePath: own.filePath, tags: own.tags }
    : await fetchForeign(url, request.signal, deps);
  const { asset, isNew } = deps.store.transaction(() => recordAsset(deps, { ...facts, owner, expiresInS }));
  return assetResponse(assetBody(asset, origin, deps), isNew ? 201 : 200);
}

function readWish(text: string): z.infer<typeof FetchBody> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw rejectBody('Request body is not valid JSON');
  }
  const parsed = FetchBody.safeParse(body);
  if (!parsed.success) throw rejectBody('The body is {"url": "…"}, with expires_in in seconds or without');
  return parsed.data;
}

async function fetchForeign(
  url: string,
  signal: AbortSignal,
  deps: AppDeps,
): Promise<Omit<NewReference, 'owner' | 'expiresInS'>> {
  const { results, settings, blobs } = deps;
  if (!results?.seen.has(url)) {
    throw new ApiProblem('forbidden', 'This gateway fetches only URLs from model responses');
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
      filePath: nameOfAddress(url),
      tags: [RESULT_TAG],
    };
  } catch (error) {
    if (error instanceof BlobTooLarge || (error instanceof FetchBlocked && error.isTooLarge)) {
      throw new ApiProblem('payload_too_large', 'The file exceeds the size limit of this gateway');
    }
    if (error instanceof FetchBlocked) throw new ApiProblem('invalid_request', error.message, { status: 422 });
    throw error;
  }
}
