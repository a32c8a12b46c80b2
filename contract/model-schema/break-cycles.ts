import type { NormalObject, NormalSchema } from './normalize-schema';

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const IN_PLACE = ['not', 'if', 'then', 'else'] as const;

type Slot =
  | { kind: 'item'; list: NormalSchema[]; index: number }
  | { kind: 'rule'; rules: { [name: string]: NormalSchema }; name: string }
  | { kind: 'keyword'; schema: NormalObject; keyword: (typeof IN_PLACE)[number] };

/** Maximum depth of schemas that apply to the same value. The validator spends call stack on each. */
const MAX_HEIGHT = 60;

/**
 * Removes references by which a schema reaches itself without descending into the value: following them would never end. A
 * reference that closes a cycle, or that is too deep, is replaced by a schema that accepts anything. Recursion that descends
 * into the value stays, since values are finite.
 * @returns the number of removed references.
 */
export function breakCycles(root: NormalSchema): number {
  const heights = new Map<NormalObject, number>();
  const onTheWay = new Set<NormalObject>();
  let cut = 0;
  for (const start of reachable(root)) {
    const stack = heights.has(start) ? [] : [visit(start)];
    if (stack.length > 0) onTheWay.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const slot = top.slots.at(-1);
      if (!slot) {
        heights.set(top.schema, top.height);
        onTheWay.delete(top.schema);
        stack.pop();
        continue;
      }
      const next = inSlot(slot);
      if (typeof next !== 'object') {
        top.slots.pop();
        continue;
      }
      const height = heights.get(next);
      if (onTheWay.has(next) || (height !== undefined && height >= MAX_HEIGHT)) {
        cutOff(slot);
        cut += 1;
      } else if (height === undefined) {
        onTheWay.add(next);
        stack.push(visit(next));
      } else {
        top.height = Math.max(top.height, height + 1);
        top.slots.pop();
      }
    }
  }
  return cut;
}

interface Visit {
  schema: NormalObject;
  slots: Slot[];
  height: number;
}

const visit = (schema: NormalObject): Visit => ({ schema, slots: slotsOf(schema), height: 0 });

function inSlot(slot: Slot): NormalSchema {
  switch (slot.kind) {
    case 'item':
      return slot.list[slot.index] ?? true;
    case 'rule':
      return slot.rules[slot.name] ?? true;
    case 'keyword':
      return slot.schema[slot.keyword] ?? true;
  }
}

/** Replaces a schema by one that accepts anything; under `not`, by its inverse. */
function cutOff(slot: Slot): void {
  if (slot.kind === 'item') slot.list[slot.index] = true;
  else if (slot.kind === 'rule') slot.rules[slot.name] = true;
  else slot.schema[slot.keyword] = slot.keyword !== 'not';
}

/** Returns the subschemas that apply to the same value. */
function slotsOf(schema: NormalObject): Slot[] {
  const slots: Slot[] = [];
  for (const keyword of IN_PLACE_LISTS) {
    const list = schema[keyword] ?? [];
    for (const index of list.keys()) slots.push({ kind: 'item', list, index });
  }
  for (const keyword of IN_PLACE) {
    if (keyword in schema) slots.push({ kind: 'keyword', schema, keyword });
  }
  const rules = schema.dependentSchemas ?? {};
  for (const name of Object.keys(rules)) slots.push({ kind: 'rule', rules, name });
  return slots;
}

const DEEPER = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'contains',
  'propertyNames',
  'additionalItems',
] as const;

function reachable(root: NormalSchema): NormalObject[] {
  const found = new Set<NormalObject>();
  const open: NormalSchema[] = [root];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema !== 'object' || found.has(schema)) continue;
    found.add(schema);
    open.push(...slotsOf(schema).map(inSlot));
    for (const keyword of DEEPER) open.push(schema[keyword] ?? true);
    for (const properties of [schema.properties, schema.patternProperties])
      open.push(...Object.values(properties ?? {}));
    open.push(...(schema.prefixItems ?? []));
  }
  return [...found];
}
