import type { Field } from '../schema/field';

export interface FieldGroup {
  /** Empty for the fields that belong to none. */
  name: string;
  fields: readonly Field[];
}

/** Fields by the heading that the document's author put them under, in the order in which they come. */
export function fieldGroups(fields: readonly Field[]): readonly FieldGroup[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const known = groups.get(field.group);
    if (known) known.push(field);
    else groups.set(field.group, [field]);
  }
  return [...groups].map(([name, members]) => ({ name, fields: members }));
}
