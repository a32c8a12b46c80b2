import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { MAX_EXPIRES_IN_S, type Asset } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { saveAsset } from '../assets/change-asset';
import { jobApiUrl } from '@/api/fetch-from-surface';
import { callConsole } from '@/api/call-console';
import { call } from '@/api/client';
import { withConnection } from '@/api/connections';
import { withAbsoluteLinks } from '@/api/links';
import { savedResultId, rememberSavedResult } from './saved-results';
import { LOCAL_SURFACE, type Surface } from '@/api/surface';

/** Expiry of a file that was fetched only to be shown: long enough for a later visit. */
const VIEWED_LIFETIME_S = MAX_EXPIRES_IN_S;

/**
 * Makes the gateway fetch a linked file of a result, and returns the created asset: for a week to show it, or permanently. The
 * page may load from its own gateway only, and links may expire at any time: a fetched file is found again by `mediaId`, and
 * saving it does not contact the provider again. @throws ApiError
 */
export async function fetchResult(
  surfaceOfModel: Surface,
  { mediaId, link, forGood }: { mediaId: string; link: string; forGood: boolean },
  signal: AbortSignal,
): Promise<Asset> {
  const surface = resultHolder(surfaceOfModel);
  const known = await knownAsset(surface, mediaId, signal);
  if (known) return forGood && known.expires_at ? saveAsset(surface, known) : known;
  return withConnection('download', signal, async () => {
    const body = forGood ? { url: link } : { url: link, expires_in: VIEWED_LIFETIME_S };
    const fetched = await callConsole(surface, 'fetchResult', { body, signal });
    const asset = withAbsoluteLinks(fetched, surface, jobApiUrl(surface));
    rememberSavedResult(mediaId, asset.id);
    return asset;
  });
}

/** Returns the surface that fetches and stores result files: for hosted routers this is the gateway of the page. */
export function resultHolder(surface: Surface): Surface {
  return surface.kind === 'gateway' ? surface : LOCAL_SURFACE;
}

/** Returns the asset of a file of a result that this browser saved or had fetched; `null` if there is none. @throws ApiError */
export function savedResult(surfaceOfModel: Surface, mediaId: string, signal: AbortSignal): Promise<Asset | null> {
  return knownAsset(resultHolder(surfaceOfModel), mediaId, signal);
}

/** Returns `null` if the file was not fetched, or no longer exists. */
async function knownAsset(surface: Surface, mediaId: string, signal: AbortSignal): Promise<Asset | null> {
  const id = savedResultId(mediaId);
  if (id === null) return null;
  try {
    return (await call(surface, 'getAsset', { params: { id }, signal })).body;
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}

/**
 * Returns true if the surface itself serves the file, so that the page can load it by its signature. A response may name any other
 * operation of our gateway, which is not requested.
 */
export function isHeldBy(surface: Surface, link: string): boolean {
  const { href, pathname } = new URL(link);
  const [before = '', after = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');
  return [LOCAL_SURFACE, surface].some(
    ({ baseUrl }) => baseUrl !== null && href.startsWith(baseUrl + before) && pathname.endsWith(after),
  );
}
