import type { OperationHandler } from '../../http/operation';
import { single } from '../../jobs/list-query';
import { imageResponse } from './image-response';
import { librariesOf, required, type LibraryDeps } from './read-items';

/**
 * `GET /console/library/model-preview`: the image that ComfyUI has of a model file. 204 without one: most files have none, and a
 * browser would log each 404 as an error.
 */
export const getModelPreview =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request, query }) => {
    const engine = required(query, 'engine');
    const folder = required(query, 'folder');
    const file = required(query, 'file');
    const pathIndex = Number(single(query, 'path_index') ?? '0');
    const library = librariesOf(deps).find((each) => each.engine === engine);
    return imageResponse(library, { kind: 'model-preview', folder, pathIndex, file }, request, deps);
  };
