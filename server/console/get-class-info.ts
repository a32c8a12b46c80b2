import { notFound } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { objectInfoResponse, readDefinitions, taggedText, type ObjectInfoDeps } from './object-info';

/** `GET /console/object_info/{class}`: a map with this class only. An unknown class is 404 here; ComfyUI returns an empty map. */
export const getClassInfo =
  (deps: ObjectInfoDeps): OperationHandler =>
  async ({ request, params }) => {
    const definitions = await readDefinitions(deps);
    const name = params['class'] ?? '';
    if (!Object.hasOwn(definitions, name)) throw notFound();
    return objectInfoResponse(request, taggedText({ [name]: definitions[name] }, deps));
  };
