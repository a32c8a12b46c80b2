import type { JsonObject, JsonValue } from '@contract/json/lossless';
import { isObject, member } from '@contract/json/json-values';
import type { FillIn } from '@/domains/drafts/fill-ins';
import type { DefinedInput } from './widget-slots';

/** Returns what the editor does to a text of this widget at each run; `null` if it sends the text as written. */
export function fillInOf({ name, type, options }: DefinedInput): FillIn | null {
  if (type !== 'STRING') return null;
  if (options['dynamicPrompts'] === true) return 'prompt';
  return name === 'filename_prefix' ? 'file_name' : null;
}

/** A bare list would be a link. */
export function asLiteral(type: string, value: JsonValue): JsonValue {
  if (type === 'CURVE' && value !== null)
    return wrapper([
      ['__type__', 'CURVE'],
      ['__value__', value],
    ]);
  if (Array.isArray(value)) return wrapper([['__value__', value]]);
  return value;
}

function wrapper(members: [string, JsonValue][]): JsonObject {
  return Object.fromEntries(members);
}

/** Sets a member whatever its name is: `__proto__` too. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** View of a model that comes by a link: there is nothing to draw before the run. */
const VIEW_STATE = 'viewport_state';

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
