import type { NormalObject, NormalSchema } from './normalize-schema';

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const IN_PLACE = ['not', 'if', 'then', 'else'];

type Slot = { holder: Record<string, NormalSchema> | NormalSchema[]; key: string | number; isNegated: boolean };

/** Schemas within schemas for one and the same value. The validator spends call stack on each. */
const MAX_HEIGHT = 60;

/**
 * Takes out the steps by which a schema comes back to itself without going deeper into the value: following one would
 * never end. The step that closes a circle is taken for "anything goes", and so is one that leads too far. Going deeper
 * is left alone, the value ends that.
 * @returns how many steps were taken out.
 */
export function breakCycles(root: NormalSchema): number {
  const heights = new Map<NormalObject, number>();
  const onTheWay = new Set<NormalObject>();
  let cut = 0;
  for (const start of reachable(root)) {
    const stack = heights.has(start) ? [] : [visit(start)];
    if (stack.length > 0) onTheWay.add(start);
    while (stack.length > 0) {
      const top = stack.at(-1) as Visit;
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
        (slot.holder as Record<string | number, NormalSchema>)[slot.key] = !slot.isNegated;
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
const inSlot = ({ holder, key }: Slot) => (holder as Record<string | number, NormalSchema>)[key] ?? true;

/** The steps from a schema to others that judge the same value. */
function slotsOf(schema: NormalObject): Slot[] {
  const slots: Slot[] = [];
  for (const keyword of IN_PLACE_LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list))
      list.forEach((_, key) => slots.push({ holder: list as NormalSchema[], key, isNegated: false }));
  }
  for (const key of IN_PLACE) {
    if (key in schema) slots.push({ holder: schema as Record<string, NormalSchema>, key, isNegated: key === 'not' });
  }
  const dependent = schema['dependentSchemas'] as Record<string, NormalSchema> | undefined;
  for (const key of Object.keys(dependent ?? {})) slots.push({ holder: dependent ?? {}, key, isNegated: false });
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
];

function reachable(root: NormalSchema): NormalObject[] {
  const found = new Set<NormalObject>();
  const open: NormalSchema[] = [root];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema !== 'object' || found.has(schema)) continue;
    found.add(schema);
    for (const { holder, key } of slotsOf(schema)) open.push(inSlot({ holder, key, isNegated: false }));
    for (const keyword of DEEPER) open.push((schema[keyword] as NormalSchema | undefined) ?? true);
    for (const keyword of ['properties', 'patternProperties']) {
      open.push(...Object.values((schema[keyword] as Record<string, NormalSchema> | undefined) ?? {}));
    }
    if (Array.isArray(schema['prefixItems'])) open.push(...(schema['prefixItems'] as NormalSchema[]));
  }
  return [...found];
}
