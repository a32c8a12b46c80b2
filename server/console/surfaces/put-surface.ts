import { jobApiError } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import { listResponse, type SurfaceListDeps } from './list-surfaces';
import { readSurfaceChange, type ChangeDeps } from './read-surface-change';

/** `PUT /console/surfaces/{id}`: adds a surface, or replaces the one with its id. */
export const putSurface =
  (deps: SurfaceListDeps & ChangeDeps): OperationHandler =>
  async ({ request, params }) => {
    const change = await readSurfaceChange(request, deps);
    if (change.surface.id !== params['id']) {
      throw jobApiError('invalid_request', 'surface.id must be the id of the path');
    }
    deps.surfaceList.put(change);
    return listResponse(deps.surfaceList);
  };
