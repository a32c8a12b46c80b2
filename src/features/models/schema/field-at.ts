import type { Field, FieldPath } from './field';

/** Returns all possible fields at a path: several if the path leads through a union. */
export function fieldsAt(root: Field, path: FieldPath): Field[] {
  return path.reduce<Field[]>((fields, step) => fields.flatMap((field) => childrenAt(field, step)), [root]);
}

/** Returns all fields of any branch at this step; open maps are ignored, since they accept any name. */
export function childrenAt(field: Field, step: string | number): Field[] {
  switch (field.kind) {
    case 'object':
      return field.fields().filter((child) => child.name === step);
    case 'array':
      return typeof step === 'number' ? [field.item(step)] : [];
    case 'union':
      return field.branches.flatMap((branch) => childrenAt(branch.field(), step));
    default:
      return [];
  }
}

/**
 * Returns one field of each kind below this field: the first item represents all items, and a placeholder name
 * represents every entry.
 */
export function fieldsBelow(field: Field): readonly Field[] {
  switch (field.kind) {
    case 'object':
      return field.fields();
    case 'array':
      return [field.item(0)];
    case 'map':
      return [field.entry('name')];
    case 'union':
      return field.branches.map((branch) => branch.field());
    default:
      return [];
  }
}
