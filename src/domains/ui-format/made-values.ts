import { isObject, member } from '@contract/json/json-values';
import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { DefinedInput } from './widget-slots';

/**
 * Returns the value of a widget that ComfyUI's editor fills in when it queues, as far as the file has what it is made of: the saved value,
 * or the camera of a 3D view. Empty if only the editor can make it, such as the picture of a 3D scene; the form says so.
 */
export function madeValue(
  { name, type }: DefinedInput,
  saved: JsonValue | undefined,
  properties: JsonObject,
): JsonValue {
  // The two images that are compared, which the node gets by their links.
  if (type === 'IMAGECOMPARE') return ['', ''];
  if (saved !== undefined && saved !== null && saved !== '') return saved;
  const camera = member(member(properties, 'Camera Config'), 'state');
  if (name !== VIEW_STATE || !isObject(camera)) return '';
  return { image: '', mask: '', normal: '', camera_info: camera, recording: '', model_3d_info: [] };
}

/** View of a model that comes by a link: there is nothing to draw before the run. */
const VIEW_STATE = 'viewport_state';
