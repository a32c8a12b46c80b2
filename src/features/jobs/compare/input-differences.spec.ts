import { describe, expect, it } from 'vitest';
import { stringifyJson } from '@contract/json/lossless';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { inputDifferences, MAX_INPUT_DIFFERENCES, sameInputs, type InputValue } from './input-differences';

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}
const sampler = (inputs: string, id = '3', title = 'Sampler') =>
  `{"${id}":{"class_type":"KSampler","_meta":{"title":"${title}"},"inputs":${inputs}}}`;
const words = (value: InputValue) => (value.kind === 'literal' ? stringifyJson(value.value) : value.kind);
const diff = (...texts: string[]) =>
  inputDifferences(texts.map(graphOf)).map(({ title, input, values }) => [title, input, ...values.map(words)]);

describe('the inputs that differ between workflows', () => {
  it('include node, input and each value, and omit equal inputs', () => {
    expect(
      diff(
        sampler('{"seed":7,"steps":20,"name":"euler"}'),
        sampler('{"seed":8,"steps":20,"name":"euler"}'),
        sampler('{"seed":7,"steps":30,"name":"euler"}'),
      ),
    ).toEqual([
      ['Sampler', 'seed', '7', '8', '7'],
      ['Sampler', 'steps', '20', '20', '30'],
    ]);
  });

  it('are apart from equal inputs, of which those that determine the result come first', () => {
    const graphs = [
      sampler('{"extra":"x","positive":["6",0],"steps":20,"seed":7,"only":1}'),
      sampler('{"extra":"x","positive":["6",0],"steps":20,"seed":8}'),
    ].map(graphOf);
    expect(sameInputs(graphs).map(({ input, role, values }) => [input, role, ...values.map(words)])).toEqual([
      ['steps', 'steps', '20'],
      ['extra', null, '"x"'],
    ]);
  });

  it('begin with what determines the result, and end with names of saved files', () => {
    const workflow = (prompt: string, seed: number) => ({
      '9': { class_type: 'SaveImage', inputs: { filename_prefix: prompt, images: ['8', 0] } },
      '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], tiling: seed } },
      '3': {
        class_type: 'KSampler',
        inputs: { seed, steps: seed, positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
      },
      '5': { class_type: 'EmptyLatentImage', inputs: { width: seed, height: 64 } },
      '7': { class_type: 'CLIPTextEncode', inputs: { text: `no ${prompt}` } },
      '6': { class_type: 'CLIPTextEncode', inputs: { text: prompt } },
    });
    const graphs = [workflow('fox', 1), workflow('lake', 2)].map((json) => graphOf(JSON.stringify(json)));
    expect(inputDifferences(graphs).map(({ input, role }) => [input, role])).toEqual([
      ['text', 'positive'],
      ['text', 'negative'],
      ['width', 'width'],
      ['seed', 'seed'],
      ['steps', 'steps'],
      ['tiling', null],
      ['filename_prefix', null],
    ]);
  });

  it('preserve numbers: neighbors beyond 2^53 differ, and 1.0 differs from 1', () => {
    expect(
      diff(sampler('{"seed":18446744073709551615,"cfg":1.0}'), sampler('{"seed":18446744073709551614,"cfg":1}')),
    ).toEqual([
      ['Sampler', 'seed', '18446744073709551615', '18446744073709551614'],
      ['Sampler', 'cfg', '1.0', '1'],
    ]);
  });

  it('only consider values: different links are equal, but a link and a value differ', () => {
    expect(diff(sampler('{"model":["1",0],"seed":1}'), sampler('{"model":["2",0],"seed":["5",0]}'))).toEqual([
      ['Sampler', 'seed', '1', 'link'],
    ]);
    expect(diff(sampler('{"seed":1}'), sampler('{"seed":1,"denoise":null}'))).toEqual([
      ['Sampler', 'denoise', 'no_input', 'null'],
    ]);
  });

  it('treat files of two servers as equal if their hashes are', () => {
    const file = (id: string, hash?: string) =>
      sampler(`{"image":{"__type":"core/ASSET","info":{"id":"${id}"${hash ? `,"hash":"${hash}"` : ''}}}}`);
    expect(diff(file('here', 'blake3:1'), file('there', 'blake3:1'))).toEqual([]);
    expect(diff(file('here', 'blake3:1'), file('there', 'blake3:2'))).toHaveLength(1);
    expect(diff(file('here'), file('there'))).toHaveLength(1);
  });

  it('compare objects and lists as a whole', () => {
    expect(diff(sampler('{"a":{"__value__":[1,2]}}'), sampler('{"a":{"__value__":[1,2]}}'))).toEqual([]);
    expect(diff(sampler('{"a":{"__value__":[1,2]}}'), sampler('{"a":{"__value__":[1,3]}}'))).toHaveLength(1);
  });

  it('list a node that some workflows lack, and still compare it among the others', () => {
    const other = '{"3":{"class_type":"SaveImage","inputs":{"seed":5}}}';
    expect(diff(sampler('{"seed":1}'), sampler('{"seed":2}'), other)).toEqual([
      ['Sampler', 'seed', '1', '2', 'no_node'],
      ['Sampler', null, 'link', 'link', 'no_node'],
      ['SaveImage', null, 'no_node', 'no_node', 'link'],
    ]);
  });

  it('treat names of built-in object properties as normal names', () => {
    expect(diff(sampler('{"constructor":1}'), sampler('{}'))).toEqual([['Sampler', 'constructor', '1', 'no_input']]);
  });

  it('are limited in number', () => {
    const wide = (from: number) =>
      sampler(`{${Array.from({ length: 1000 }, (_, at) => `"i${at}":${from + at}`).join(',')}}`);
    expect(diff(wide(0), wide(1))).toHaveLength(MAX_INPUT_DIFFERENCES);
  });
});
