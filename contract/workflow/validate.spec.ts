import { describe, expect, it } from 'vitest';
import type { NodeErrors } from '../jobs/node-errors';
import { parseJson } from '../json/lossless';
import { readGraph } from './graph';
import { inputSpecs, type NodeDefinition, type NodeDefinitions } from './node-definitions';
import { literalProblem, validateGraph } from './validate';

function define(name: string, required: Record<string, unknown[]>, more: Partial<NodeDefinition> = {}): NodeDefinition {
  return { name, input: { required }, output: ['IMAGE'], ...more };
}

const definitions: NodeDefinitions = Object.fromEntries(
  [
    define('Load', { image: [[], { image_upload: true }] }, { output: ['IMAGE', 'MASK'] }),
    define('Save', { images: ['IMAGE'] }, { output_node: true, output: [] }),
    define('Any', { value: ['*'] }, { output: ['*'] }),
    define('Either', { value: ['IMAGE,MASK'] }),
    define('Set', {
      seed: ['INT', { min: 0, max: 2 ** 64 }],
      size: ['INT', { min: 1, max: 8192 }],
      cfg: ['FLOAT', { min: 0, max: 1 }],
      name: ['STRING', {}],
      flag: ['BOOLEAN', {}],
      mode: [['a', 'b', 3]],
      kind: ['COMBO', { options: ['x', 'y'] }],
    }),
  ].map((definition) => [definition.name, definition]),
);

function validate(text: string, known: NodeDefinitions | null = definitions): NodeErrors {
  const result = readGraph(parseJson(text));
  if (!result.ok) throw new Error(result.problem.message);
  return validateGraph(result.graph, known);
}

/** Returns the problems of an input of `Set` with the value `text`. */
function judgeInput(input: string, text: string): string[] {
  const good = { seed: '1', size: '1', cfg: '0.5', name: '"n"', flag: 'true', mode: '"a"', kind: '"x"' };
  const inputs = Object.entries({ ...good, [input]: text }).map(([name, value]) => `"${name}":${value}`);
  const errors = validate(`{"1":{"class_type":"Set","inputs":{${inputs.join(',')}}},
    "2":{"class_type":"Save","inputs":{"images":["1",0]}}}`);
  expect(Object.keys(errors).filter((id) => id !== '1')).toEqual([]);
  for (const problem of errors['1'] ?? []) expect(problem.field).toBe(input);
  return (errors['1'] ?? []).map((problem) => problem.reason);
}

const SAVE = '"9":{"class_type":"Save","inputs":{"images":["1",0]}}';

describe('validateGraph', () => {
  it('finds no problem in a valid graph', () => {
    expect(
      validate(`{"1":{"class_type":"Load","inputs":{"image":{"__type":"core/ASSET","info":{"id":"a"}}}},${SAVE}}`),
    ).toEqual({});
  });

  it.each([
    ['a missing required input', `{"1":{"class_type":"Load","inputs":{}},${SAVE}}`, '1', 'image', 'missing_input'],
    ['an unknown class', `{"1":{"class_type":"Nope","inputs":{}},${SAVE}}`, '1', 'class_type', 'unknown_class'],
    [
      'a class that only Object.prototype knows',
      `{"1":{"class_type":"constructor"},${SAVE}}`,
      '1',
      'class_type',
      'unknown_class',
    ],
    [
      'a link to a missing node',
      '{"9":{"class_type":"Save","inputs":{"images":["404",0]}}}',
      '9',
      'images',
      'missing_node',
    ],
    [
      'a missing slot',
      `{"1":{"class_type":"Load","inputs":{"image":"a.png"}},"9":{"class_type":"Save","inputs":{"images":["1",2]}}}`,
      '9',
      'images',
      'bad_link',
    ],
    [
      'a link of the wrong type',
      `{"1":{"class_type":"Load","inputs":{"image":"a.png"}},"9":{"class_type":"Save","inputs":{"images":["1",1]}}}`,
      '9',
      'images',
      'wrong_type',
    ],
    [
      'a literal in place of a link',
      '{"9":{"class_type":"Save","inputs":{"images":"a.png"}}}',
      '9',
      'images',
      'missing_link',
    ],
    ['an empty file name', `{"1":{"class_type":"Load","inputs":{"image":""}},${SAVE}}`, '1', 'image', 'missing_file'],
    [
      'a file input that is neither a name nor a reference',
      `{"1":{"class_type":"Load","inputs":{"image":{}}},${SAVE}}`,
      '1',
      'image',
      'wrong_type',
    ],
    [
      'a graph without an output node',
      '{"1":{"class_type":"Load","inputs":{"image":"a.png"}}}',
      '1',
      '',
      'no_output_node',
    ],
    ['a self-link', '{"9":{"class_type":"Save","inputs":{"images":["9",0]}}}', '9', 'images', 'cycle'],
  ])('reports %s (J-4.21, J-4.22, J-2.74)', (_, text, nodeId, field, reason) => {
    expect(validate(text)[nodeId]).toContainEqual(expect.objectContaining({ field, reason }));
  });

  it('reports every node that has a problem (J-2.73)', () => {
    const errors = validate('{"1":{"class_type":"Load"},"2":{"class_type":"Nope"},"9":{"class_type":"Save"}}');
    expect(Object.keys(errors)).toEqual(['1', '2', '9']);
    for (const problem of Object.values(errors).flat()) {
      expect(problem).toMatchObject({ field: expect.any(String), reason: expect.any(String) });
    }
  });

  it('reports problems of a node called __proto__ under its name', () => {
    const errors = validate(
      `{"__proto__":{"class_type":"Nope"},"1":{"class_type":"Load","inputs":{"image":"a"}},${SAVE}}`,
    );
    expect(Object.keys(errors)).toEqual(['__proto__']);
    expect(JSON.parse(JSON.stringify(errors))).toHaveProperty('__proto__');
  });

  it('accepts links of any type or of one of several', () => {
    const load = '"1":{"class_type":"Load","inputs":{"image":"a.png"}}';
    expect(
      validate(
        `{${load},"2":{"class_type":"Any","inputs":{"value":["1",1]}},"9":{"class_type":"Save","inputs":{"images":["2",0]}}}`,
      ),
    ).toEqual({});
    expect(
      validate(
        `{${load},"2":{"class_type":"Either","inputs":{"value":["1",1]}},"9":{"class_type":"Save","inputs":{"images":["2",0]}}}`,
      ),
    ).toEqual({});
  });

  it('validates only the structure without definitions', () => {
    expect(validate('{"1":{"class_type":"Nope","inputs":{"x":"y"}}}', null)).toEqual({});
    expect(validate('{"1":{"class_type":"Nope","inputs":{"x":["1",0]}}}', null)).toHaveProperty('1');
  });

  it('validates a chain of 10,000 nodes', () => {
    const nodes: string[] = ['"0":{"class_type":"Load","inputs":{"image":"a.png"}}'];
    for (let id = 1; id < 10_000; id += 1)
      nodes.push(`"${id}":{"class_type":"Any","inputs":{"value":["${id - 1}",0]}}`);
    nodes.push('"10000":{"class_type":"Save","inputs":{"images":["9999",0]}}');
    expect(validate(`{${nodes.join(',')}}`)).toEqual({});
  });
});

describe('literals', () => {
  it.each([
    ['seed', '18446744073709551615', []],
    ['seed', '0', []],
    ['seed', '-1', ['below_min']],
    ['seed', '18446744073709551616', ['above_max']],
    ['seed', '1e400', ['wrong_type']],
    ['seed', '"1"', []],
    ['seed', '" 18446744073709551615 "', []],
    ['seed', '"18446744073709551616"', ['above_max']],
    ['seed', '"1.0"', ['wrong_type']],
    ['seed', '""', ['wrong_type']],
    ['seed', 'null', ['wrong_type']],
    ['seed', '{"__value__": 1}', []],
    ['seed', '{"__value__": [1]}', ['wrong_type']],
    ['seed', '{}', ['wrong_type']],
    ['seed', 'true', []],
    ['size', '8192', []],
    ['size', '8192.0', []],
    ['size', '1e3', []],
    ['size', '8193', ['above_max']],
    ['size', '0', ['below_min']],
    ['size', '1.5', []],
    ['size', '0.5', ['below_min']],
    ['size', '8192.9', []],
    ['cfg', '1', []],
    ['cfg', '1.0', []],
    ['cfg', '1.0000000000000001', []],
    ['cfg', '1.01', ['above_max']],
    ['cfg', '-0.0', []],
    ['cfg', 'null', ['wrong_type']],
    ['cfg', '"0.5"', []],
    ['cfg', '"1.5"', ['above_max']],
    ['cfg', '"a"', ['wrong_type']],
    ['cfg', 'false', []],
    ['name', '""', []],
    ['name', '5', []],
    ['name', 'null', []],
    ['name', '{"__value__": ["a", 1]}', []],
    ['name', '{"__type":"core/ASSET","info":{"id":"a"}}', []],
    ['name', '[]', ['wrong_type']],
    ['flag', 'false', []],
    ['flag', '0', []],
    ['flag', 'null', []],
    ['flag', '[]', ['wrong_type']],
    ['flag', '"true"', []],
    ['mode', '"b"', []],
    ['mode', '3', []],
    ['mode', '3.0', []],
    ['mode', '"3"', ['not_in_list']],
    ['mode', '{"__value__": "a"}', []],
    ['mode', '"c"', ['not_in_list']],
    ['kind', '"y"', []],
    ['kind', '"z"', ['not_in_list']],
  ])('of the input %s: %s leads to %j', (input, text, reasons) => {
    expect(judgeInput(input, text)).toEqual(reasons);
  });
});

describe('inputSpecs', () => {
  it('parses both forms of an enumeration and the flags that the form needs', () => {
    const specs = inputSpecs({
      name: 'X',
      input: {
        required: {
          mode: [['a', 'b'], { default: 'b', tooltip: 'How' }],
          kind: ['COMBO', { options: ['x'] }],
          image: [['a.png'], { image_upload: true }],
        },
        optional: { text: ['STRING', { multiline: true }], seed: ['INT', { control_after_generate: true, max: 9 }] },
      },
    });
    expect(specs).toEqual([
      { name: 'mode', required: true, kind: 'combo', type: 'COMBO', options: ['a', 'b'], default: 'b', tooltip: 'How' },
      { name: 'kind', required: true, kind: 'combo', type: 'COMBO', options: ['x'] },
      { name: 'image', required: true, kind: 'combo', type: 'COMBO', options: ['a.png'], media: 'image' },
      { name: 'text', required: false, kind: 'string', type: 'STRING', multiline: true },
      { name: 'seed', required: false, kind: 'int', type: 'INT', controlAfterGenerate: true, max: 9 },
    ]);
  });
});

it('links and literals are valid if one of several types has a widget', () => {
  const [spec] = inputSpecs({ name: 'X', input: { required: { value: ['FLOAT,INT,IMAGE', { min: 0 }] } } });
  expect(spec).toMatchObject({ kind: 'float', type: 'FLOAT,INT,IMAGE' });
  if (!spec) throw new Error('No input was read');
  for (const value of [5, '5', true, null]) expect(literalProblem(value, spec)).toBeNull();
  expect(inputSpecs({ name: 'X', input: { required: { value: ['IMAGE,MASK'] } } })).toMatchObject([{ kind: 'link' }]);
});

it('a literal is valid for inputs of any type, as in PreviewAny', () => {
  expect(literalProblem(3, { name: 'source', required: true, kind: 'link', type: '*' })).toBeNull();
  expect(literalProblem(3, { name: 'image', required: true, kind: 'link', type: 'IMAGE' })).toMatchObject({
    reason: 'missing_link',
  });
});
