import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import type { OperationHandler } from '../http/operation';
import { objectInfoResponse, readDefinitions, taggedText, type ObjectInfoDeps, type TaggedText } from './object-info';

/** Serialized definitions, cached per object, which is immutable. They take megabytes on a large ComfyUI. */
const texts = new WeakMap<NodeDefinitions, TaggedText>();

/** `GET /console/object_info`, in the format of ComfyUI: a map of class name to definition. */
export const getObjectInfo =
  (deps: ObjectInfoDeps): OperationHandler =>
  async ({ request }) => {
    const definitions = await readDefinitions(deps);
    const known = texts.get(definitions);
    const text = known ?? taggedText(definitions, deps);
    if (!known) texts.set(definitions, text);
    return objectInfoResponse(request, text);
  };
