import type { OperationHandler } from '../../http/operation';
import type { Surfaces } from './surface-list';

export interface SurfaceListDeps {
  surfaceList: Surfaces;
}

/** `GET /console/surfaces` */
export const listSurfaces =
  ({ surfaceList }: SurfaceListDeps): OperationHandler =>
  () =>
    listResponse(surfaceList);

/** Responds with the new list, after every change. */
export function listResponse(surfaceList: Surfaces): Response {
  return Response.json(surfaceList.list(), { headers: { 'cache-control': 'no-store' } });
}
