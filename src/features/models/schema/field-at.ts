import type { Field, FieldPath } from './field';

/** All fields that may stand at a path: more than one where a union does on the way. */
export function fieldsAt(root: Field, path: FieldPath): Field[] {
  return path.reduce<Field[]>((fields, step) => fields.flatMap((field) => childrenAt(field, step)), [root]);
}

/** Every field that stands there in some branch; an open map has no say, since it knows any name. */
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

/** One field of each kind that may lie below: the first item stands for all, a name of no meaning for every entry. */
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
