import { SurfaceChange } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import { jobApiError } from '../../http/job-api-error';
import { readJson } from '../../http/read-json';
import { isOwnUrl } from './own-url';

export type ChangeDeps = Pick<AppDeps, 'settings' | 'listeningAddress'>;

/** @throws HttpError `invalid_request`, also if the surface is this gateway */
export async function readSurfaceChange(request: Request, deps: ChangeDeps): Promise<SurfaceChange> {
  const change = await readJson(request, SurfaceChange);
  for (const url of [change.surface.baseUrl, change.surface.routerBaseUrl]) {
    if (url !== null && isOwnUrl(url, request, deps)) {
      throw jobApiError('invalid_request', `${url} is this gateway, which is in the list already`);
    }
  }
  return change;
}
