import { modelPath } from '@contract/router/model-id';
import type { Surface } from '../surface';

/** Where a call of a model goes; null where the surface has no router. */
export function modelUrl({ routerBaseUrl }: Pick<Surface, 'routerBaseUrl'>, modelId: string): string | null {
  return routerBaseUrl === null ? null : routerBaseUrl + modelPath(modelId);
}
