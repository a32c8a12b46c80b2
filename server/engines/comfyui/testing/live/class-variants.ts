import {
  choicesOf,
  isDynamic,
  node,
  partsOf,
  type ClassGraph,
  type ClassGraphs,
  type Nodes,
  type Value,
} from './class-graphs';

/** Graph of a class, named by its difference from the minimal graph. */
export interface Variant {
  name: string;
  nodes: Nodes;
  /** `true` if ComfyUI accepts it and then runs nothing until a restart; the gateway rejects it. */
  isFatal?: boolean;
}

const NUMBERS: Value[] = ['0', ' 1 ', '1_0', '0.5', 'nan', 'many', true, false, 0.5, null, {}, [1]];
const TEXTS: Value[] = [12, 1.5, true, null, { key: [1, 'a'] }, { __value__: ['a', 'b'] }, ['a']];
const BOOLEANS: Value[] = ['false', 'yes', 0, 2, null, { __value__: [] }, [true, false, true]];
const CHOICES: Value[] = ['is not in the list', '', 5, null, { __value__: ['a'] }, ['a', 'b', 'c']];
const OTHERS: Value[] = ['text', 5, true, null, {}, { __value__: [1, 2] }, [1, 2], []];

type Kind = 'number' | 'text' | 'boolean' | 'choice' | 'other';

const VALUES: Readonly<Record<Kind, Value[]>> = {
  number: NUMBERS,
  text: TEXTS,
  boolean: BOOLEANS,
  choice: CHOICES,
  other: OTHERS,
};

const SAMPLE = 3;

/**
 * Returns the graphs to send for a class, the minimal one first. Limited: one input of each type is changed, required or not.
 * @param turn number of the class: selects its values, so that about every fourth class tries each value
 */
export function variantsOf(name: string, graphs: ClassGraphs, turn: number): Variant[] {
  const base = graphs.minimal(name);
  const found: Variant[] = [{ name: 'minimal', nodes: base.nodes }];
  for (const [index, input] of oneOfEachType(base).entries()) {
    const vary = (what: string, change: (inputs: Record<string, Value>, nodes: Nodes) => void, isFatal = false) => {
      const nodes = structuredClone(base.nodes);
      const target = nodes[base.target];
      if (target) change(target.inputs, nodes);
      found.push({ name: `${input.name} ${what}`, nodes, isFatal });
    };
    const set = (value: Value) => vary(`= ${JSON.stringify(value)}`, (inputs) => (inputs[input.name] = value));

    vary('missing', (inputs) => delete inputs[input.name]);
    const current = base.nodes[base.target]?.inputs[input.name];
    if (!Array.isArray(current)) set({ __value__: current ?? null });
    for (const value of sample(VALUES[kindOf(input.raw)], turn + index)) set(value);
    const { min, max } = input.raw[1] ?? {};
    if (typeof min === 'number') set(min - 1);
    if (typeof max === 'number') set(max + 1);
    if (typeof max === 'number') set(String(max));
    vary('from a node of another type', (inputs, nodes) => (inputs[input.name] = graphs.addMismatch(nodes, input.raw)));
    vary('from a node that is missing', (inputs) => (inputs[input.name] = ['missing', 0]), isDynamic(input.raw));
    vary('from itself', (inputs) => (inputs[input.name] = [base.target, 0]));
    if (Array.isArray(current)) {
      vary('from slot 99', (inputs) => (inputs[input.name] = [current[0], 99]));
      vary('from the last slot, as -1', (inputs) => (inputs[input.name] = [current[0], -1]));
    }
  }
  return [...found, ...besideOthers(name, base)];
}

function sample(values: Value[], turn: number): Value[] {
  return Array.from({ length: SAMPLE }, (_, at) => values[(turn * SAMPLE + at) % values.length]);
}

/** Adds other outputs: ComfyUI validates outputs one by one, and skips nodes that no output needs. */
function besideOthers(name: string, base: ClassGraph): Variant[] {
  const good = { shown: node('PreviewAny', { source: 'text' }) };
  const bad = { shown: node('PreviewAny', {}) };
  const broken = { broken: node(name, { [base.inputs[0]?.name ?? 'any']: ['missing', 0] }) };
  return [
    { name: 'without inputs', nodes: { broken: node(name, {}) } },
    { name: 'broken, beside a good output', nodes: { ...broken, ...good } },
    { name: 'beside a bad output', nodes: { ...base.nodes, ...bad } },
    { name: 'beside a broken node that no output needs', nodes: { ...base.nodes, lost: node('PrimitiveInt', {}) } },
    {
      name: 'with an undeclared input from a missing node',
      nodes: withUndeclared(base, ['missing', 0]),
      isFatal: true,
    },
    { name: 'with an undeclared input from itself', nodes: withUndeclared(base, [base.target, 0]) },
  ];
}

function withUndeclared(base: ClassGraph, value: Value): Nodes {
  const nodes = structuredClone(base.nodes);
  const target = nodes[base.target];
  if (target) target.inputs['not declared'] = value;
  return nodes;
}

function oneOfEachType({ inputs }: ClassGraph): ClassGraph['inputs'] {
  const seen = new Set<string>();
  return inputs.filter(({ raw, required }) => {
    // Link types differ in kind only if they are a union or dynamic.
    const parts = partsOf(raw[0]).join();
    const type = kindOf(raw) === 'other' && !/,|^COMFY|\*/.test(parts) ? 'link' : choicesOf(raw) ? 'choice' : parts;
    const key = `${type} ${required} ${choicesOf(raw)?.length === 0}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function kindOf(raw: ClassGraph['inputs'][number]['raw']): Kind {
  if (choicesOf(raw)) return 'choice';
  switch (raw[0]) {
    case 'INT':
    case 'FLOAT':
      return 'number';
    case 'STRING':
      return 'text';
    case 'BOOLEAN':
      return 'boolean';
    default:
      return 'other';
  }
}
