import type { OperationHandler } from '../../http/operation';
import { listResponse, type SurfaceListDeps } from './list-surfaces';

/** `DELETE /console/surfaces/{id}` */
export const deleteSurface =
  ({ surfaceList }: SurfaceListDeps): OperationHandler =>
  ({ params }) => {
    surfaceList.remove(params['id'] ?? '');
    return listResponse(surfaceList);
  };
