import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { Field } from '../schema/field';

/** The body of a form in which nobody has typed yet: only what can be nothing else is sent. */
export function emptyBody(root: Field): string {
  const members: readonly Field[] = root.kind === 'object' ? root.fields() : [];
  const constants = members.flatMap((field): [string, JsonValue][] =>
    field.kind === 'const' && field.required ? [[field.name, field.value]] : [],
  );
  return stringifyJson(Object.fromEntries(constants), 2);
}
