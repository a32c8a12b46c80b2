import { modelPath } from '@contract/router/model-id';
import type { Surface } from '@/api/surface';

/** Returns the URL for calls of a model, or `null` if the surface has no router. */
export function modelUrl({ routerBaseUrl }: Pick<Surface, 'routerBaseUrl'>, modelId: string): string | null {
  return routerBaseUrl === null ? null : routerBaseUrl + modelPath(modelId);
}
