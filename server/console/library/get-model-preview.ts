import type { OperationHandler } from '../../http/operation';
import { single, rejectWith } from '../../jobs/list-query';
import { imageResponse } from './image-response';
import { librariesOf, type LibraryDeps } from './read-items';

/**
 * `GET /console/library/model-preview`: the image that ComfyUI has of a model file. 204 without one: most files have none, and a
 * browser would log each 404 as an error.
 */
export const getModelPreview =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request, query }) => {
    const engine = required(single(query, 'engine'), 'engine');
    const folder = required(single(query, 'folder'), 'folder');
    const file = required(single(query, 'file'), 'file');
    const pathIndex = Number(single(query, 'path_index') ?? '0');
    const library = librariesOf(deps).find((each) => each.engine === engine);
    return imageResponse(library, { kind: 'model-preview', folder, pathIndex, file }, request, deps);
  };

function required(value: string | null, name: string): string {
  return value === null || value === '' ? rejectWith(`${name} is required`) : value;
}
