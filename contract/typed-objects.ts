// Typed access to plain objects: type guards for `Object.keys`, `in` and `includes`.

/** Returns true for objects, with members of type `unknown`. Also true for arrays, whose members have numeric names. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

/** Returns the keys of a table defined in this program, which has exactly the keys of its type. */
export function ownKeys<Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(table) as Key[];
}

export function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

export function isOneOf<Word>(words: readonly Word[], value: unknown): value is Word {
  return words.some((word) => word === value);
}
