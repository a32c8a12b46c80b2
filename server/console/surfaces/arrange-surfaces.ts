import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { listResponse, type SurfaceListDeps } from './list-surfaces';

/** `PATCH /console/surfaces`: sets their order, and the default one. */
export const arrangeSurfaces =
  ({ surfaceList }: SurfaceListDeps): OperationHandler =>
  async ({ request }) => {
    surfaceList.arrange(await readJson(request, CONSOLE_BODIES.arrangeSurfaces));
    return listResponse(surfaceList);
  };
