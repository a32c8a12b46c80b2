import type { NormalObject, NormalSchema } from './normal-schema';

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const IN_PLACE = ['not', 'if', 'then', 'else'];

type Slot = { holder: Record<string, NormalSchema> | NormalSchema[]; key: string | number; isNegated: boolean };

/**
 * Takes out the steps by which a schema comes back to itself without going deeper into the value: following one would
 * never end. The step that closes a circle is taken for "anything goes". Going deeper is left alone, the value ends that.
 */
export function cutCircles(root: NormalSchema): number {
  const state = new Map<NormalObject, 'open' | 'done'>();
  let cut = 0;
  for (const start of reachable(root)) {
    if (state.has(start)) continue;
    const stack = [{ schema: start, slots: slotsOf(start) }];
    state.set(start, 'open');
    while (stack.length > 0) {
      const top = stack.at(-1) as (typeof stack)[number];
      const slot = top.slots.pop();
      if (!slot) {
        state.set(top.schema, 'done');
        stack.pop();
        continue;
      }
      const next = (slot.holder as Record<string | number, NormalSchema>)[slot.key];
      if (typeof next !== 'object') continue;
      if (state.get(next) === 'open') {
        (slot.holder as Record<string | number, NormalSchema>)[slot.key] = !slot.isNegated;
        cut += 1;
      } else if (!state.has(next)) {
        state.set(next, 'open');
        stack.push({ schema: next, slots: slotsOf(next) });
      }
    }
  }
  return cut;
}

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
    for (const { holder, key } of slotsOf(schema))
      open.push((holder as Record<string | number, NormalSchema>)[key] ?? true);
    for (const keyword of DEEPER) open.push((schema[keyword] as NormalSchema | undefined) ?? true);
    for (const keyword of ['properties', 'patternProperties']) {
      open.push(...Object.values((schema[keyword] as Record<string, NormalSchema> | undefined) ?? {}));
    }
    if (Array.isArray(schema['prefixItems'])) open.push(...(schema['prefixItems'] as NormalSchema[]));
  }
  return [...found];
}
