import { Asset, MAX_EXPIRES_IN_S } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { saveAsset } from '../assets/change-asset';
import { fetchFromSurface, jobApiUrl } from '../ask-surface';
import { call } from '../client';
import { withConnection } from '../connections';
import { withAbsoluteLinks } from '../links';
import { keptResultId, rememberSavedResult } from '../storage/saved-results';
import { LOCAL_SURFACE, type Surface } from '../surface';

/** How long a file stays that was fetched only to be shown: long enough to come back to it, and then it goes by itself. */
const LOOKED_AT_S = MAX_EXPIRES_IN_S;

/**
 * Has the gateway fetch the file behind a link of an answer, and tells the asset that it is now: for a week, to show it, or
 * for good. A page may load from its own gateway alone, and a link may end any time: what was fetched once is found again
 * by `mediaId`, and keeping it asks the provider no second time. @throws ApiError
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
    const text = await fetchFromSurface(surface, '/console/fetch-result', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(forGood ? { url: link } : { url: link, expires_in: LOOKED_AT_S }),
      signal,
    });
    const asset = withAbsoluteLinks(Asset.parse(JSON.parse(text)), surface, jobApiUrl(surface));
    rememberSavedResult(mediaId, asset.id);
    return asset;
  });
}

/** Who fetches and keeps the files of results: a hosted router does not, so the gateway of this page does. */
export function resultHolder(surface: Surface): Surface {
  return surface.kind === 'gateway' ? surface : LOCAL_SURFACE;
}

/** Null where nothing was fetched, or it is gone since. */
async function knownAsset(surface: Surface, mediaId: string, signal: AbortSignal): Promise<Asset | null> {
  const id = keptResultId(mediaId);
  if (id === null) return null;
  try {
    return (await call(surface, 'getAsset', { params: { id }, signal })).body;
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}

/** Whether the surface itself serves the address: its signature lets in, and the page may load it. */
export function isHeldBy(surface: Surface, link: string): boolean {
  const { origin } = new URL(link);
  return [LOCAL_SURFACE, surface].some(({ baseUrl }) => baseUrl !== null && origin === new URL(baseUrl).origin);
}
