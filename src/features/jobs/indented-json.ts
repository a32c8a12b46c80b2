import { parseJson, stringifyJson } from '@contract/json/lossless';

/** Many lines from one; numbers stay as they were written. */
export function indentedJson(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}
