import { parseJson, stringifyJson } from '@contract/json/lossless';

/** Formats JSON on several lines; numbers stay as written. */
export function indentedJson(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}
