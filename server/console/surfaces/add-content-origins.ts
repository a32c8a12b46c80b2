import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { listResponse, type SurfaceListDeps } from './list-surfaces';

/** `POST /console/surfaces/{id}/content-origins`: lets the pages served next load the files of a direct surface from there. */
export const addContentOrigins =
  ({ surfaceList }: SurfaceListDeps): OperationHandler =>
  async ({ request, params }) => {
    const { origins } = await readJson(request, CONSOLE_BODIES.addContentOrigins);
    surfaceList.addContentOrigins(params['id'] ?? '', origins);
    return listResponse(surfaceList);
  };
