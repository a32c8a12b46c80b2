import { Asset } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { askSurface } from '../ask-surface';
import { call } from '../client';
import { withConnection } from '../connections';
import { keptResultId, rememberKeptResult } from '../storage/kept-results';
import type { Surface } from '../surface';

/**
 * Has the gateway keep the file behind a link of an answer, and tells the asset that it is now. A page may load from its
 * own gateway alone, and a link may end any time: what was kept once is found again by `mediaId`. @throws ApiError
 */
export async function keepResult(surface: Surface, mediaId: string, link: string, signal: AbortSignal): Promise<Asset> {
  const known = await keptAsset(surface, mediaId, signal);
  if (known) return known;
  return withConnection('download', signal, async () => {
    const text = await askSurface(surface, '/console/fetch-result', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: link }),
      signal,
    });
    const asset = Asset.parse(JSON.parse(text));
    rememberKeptResult(mediaId, asset.id);
    return asset;
  });
}

/** Null where nothing was kept, or somebody deleted it since. */
async function keptAsset(surface: Surface, mediaId: string, signal: AbortSignal): Promise<Asset | null> {
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
  return new URL(link).origin === new URL(surface.baseUrl).origin;
}
