import type { OperationHandler } from '../http/operation';
import { statusResponse, type StatusDeps } from './get-status';

/** `POST /console/comfyui/check`: checks at once whether ComfyUI responds, then returns the status. */
export const checkComfyui =
  (deps: StatusDeps): OperationHandler =>
  async () => {
    await deps.engine.look?.();
    return statusResponse(deps);
  };
