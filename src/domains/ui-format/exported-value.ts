import type { JsonObject, JsonValue } from '@contract/json/lossless';
import type { DefinedInput } from './widget-slots';

/** A value as the graph has it, and what it does not say as the canvas did. */
export interface ExportedValue {
  value: JsonValue;
  note: string | null;
}

const LINE_END = /[\n\r\u2028\u2029]|$/g;
const REPLACEMENT = /%(?:date:[^%]+|[^%.\n]+\.[^%.\n]+)%/;

/** What the editor does to a value of a widget when it queues, except for what it draws at random. */
export function exportValue(input: DefinedInput, value: JsonValue): ExportedValue {
  if (typeof value !== 'string') return { value: asLiteral(input.type, value), note: null };
  if (input.options['dynamicPrompts'] === true) return exportPrompt(input.name, value);
  if (input.name === 'filename_prefix' && REPLACEMENT.test(value)) {
    return {
      value,
      note: `“${input.name}” contains “${REPLACEMENT.exec(value)?.[0]}”, which ComfyUI’s editor fills in when it queues. It is sent as written.`,
    };
  }
  return { value, note: null };
}

/** Removes block and line comments. A block comment without an end is text. Takes linear time, unlike a regular expression. */
function withoutComments(text: string): string {
  const lastBlockEnd = text.lastIndexOf('*/');
  let result = '';
  let at = 0;
  let slash = text.indexOf('/');
  while (slash >= 0) {
    const isBlock = text[slash + 1] === '*' && slash + 2 <= lastBlockEnd;
    if (isBlock || text[slash + 1] === '/') {
      result += text.slice(at, slash);
      at = isBlock ? text.indexOf('*/', slash + 2) + 2 : lineEnd(text, slash);
    }
    slash = text.indexOf('/', Math.max(at, slash + 1));
  }
  return result + text.slice(at);
}

function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** Comments are left out, and braces around a single choice. Of several choices ComfyUI draws one at each run: the text keeps them. */
function exportPrompt(name: string, text: string): ExportedValue {
  const spoken = withoutComments(text);
  let plain = '';
  let depth = 0;
  for (let at = 0; at < spoken.length; at += 1) {
    const char = spoken.charAt(at);
    if (char === '\\') {
      const next = spoken.charAt(at + 1);
      plain += next === '{' || next === '}' || next === '|' ? next : char + next;
      at += 1;
    } else if (char === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (char === '|' && depth > 0) {
      const note = `“${name}” contains choices in braces, of which ComfyUI’s editor draws one at each run. They are sent as written.`;
      return { value: spoken, note };
    } else plain += char;
  }
  return { value: plain, note: null };
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
