import { z } from 'zod/mini';
import { LosslessNumber, type JsonObject } from '@contract/json/lossless';
import { asLink } from '@contract/workflow/graph';
import { inputSpecs, type NodeDefinition } from '@contract/workflow/node-definitions';

/** Price of a class as its author states it: an expression over some of the inputs (docs/api-notes.md, ComfyUI's protocol). */
const PriceRule = z.object({
  engine: z.optional(z.literal('jsonata')),
  expr: z.string().check(z.maxLength(20_000)),
  depends_on: z.optional(
    z.object({
      widgets: z.optional(z.array(z.object({ name: z.string(), type: z.string() }))),
      inputs: z.optional(z.array(z.string())),
      input_groups: z.optional(z.array(z.string())),
    }),
  ),
});
export type PriceRule = z.infer<typeof PriceRule>;

const rules = new WeakMap<NodeDefinition, PriceRule | null>();

/** Returns the price of a class; `null` if it states none, or one in an unknown form. */
export function priceRule(definition: NodeDefinition): PriceRule | null {
  const known = rules.get(definition);
  if (known !== undefined) return known;
  const rule = PriceRule.safeParse(definition.price_badge).data ?? null;
  rules.set(definition, rule);
  return rule;
}

/** What the expression of a price is evaluated with. */
export interface PriceInput {
  widgets: Record<string, string | number | boolean | null>;
  inputs: Record<string, { connected: boolean }>;
  inputGroups: Record<string, number>;
}

export interface PriceQuestion {
  expr: string;
  input: PriceInput;
}

/** Returns the question of a node; `null` if its price depends on a value that only the run knows. */
export function priceQuestion(rule: PriceRule, definition: NodeDefinition, inputs: JsonObject): PriceQuestion | null {
  const { widgets = [], inputs: sockets = [], input_groups: groups = [] } = rule.depends_on ?? {};
  const own = (name: string) => (Object.hasOwn(inputs, name) ? inputs[name] : undefined);
  if (widgets.some(({ name }) => asLink(own(name)))) return null;
  const specs = new Map(inputSpecs(definition, inputs).map((spec) => [spec.name, spec]));
  const names = Object.keys(inputs);
  return {
    expr: rule.expr,
    input: {
      widgets: Object.fromEntries(
        widgets.map(({ name, type }) => [name, widgetValue(own(name) ?? specs.get(name)?.default, type)]),
      ),
      inputs: Object.fromEntries(sockets.map((name) => [name, { connected: asLink(own(name)) !== null }])),
      inputGroups: Object.fromEntries(
        groups.map((group) => [
          group,
          names.filter((name) => name.startsWith(`${group}.`) && asLink(own(name)) !== null).length,
        ]),
      ),
    },
  };
}

/** As ComfyUI's editor gives it to the expressions: numbers and booleans by type, texts trimmed and in lower case. */
function widgetValue(given: unknown, type: string): string | number | boolean | null {
  const value = given instanceof LosslessNumber ? given.toNumber() : given;
  if (value === undefined || value === null) return null;
  switch (type.toUpperCase()) {
    case 'INT':
    case 'FLOAT':
      return numberOf(value);
    case 'BOOLEAN':
      return booleanOf(value);
    case 'COMBO':
      if (typeof value === 'number' || typeof value === 'boolean') return value;
  }
  return textOf(value);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = textOf(value);
  return text === 'true' ? true : text === 'false' ? false : null;
}

function textOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.trim().toLowerCase();
}
