import type { JsonObject, JsonValue } from '@contract/json/lossless';
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
