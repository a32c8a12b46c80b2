import { expect, it } from 'vitest';
import { isObject } from '@contract/json/json-values';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import { fc } from '@contract/testing/properties';
import { readRequestInputs, seedIn } from './request-inputs';

function read(text: string, defaults: Readonly<Record<string, string>> = {}) {
  const body = parseJson(text);
  if (!isObject(body)) throw new Error('no object');
  return readRequestInputs(body, (input) =>
    Object.hasOwn(defaults, input) ? parseJson(defaults[input] ?? 'null') : undefined,
  );
}

it('finds prompts, seed, size, settings and files by their names', () => {
  const found = read(
    '{"prompt":"fox","negativePrompt":"text","seed":18446744073709551615,"width":512,"height":768,' +
      '"num_inference_steps":30,"guidance_scale":3.5,"image_urls":["a.png","b.png"],"model":"large"}',
  );
  expect(found.positive.map(({ text }) => text)).toEqual(['fox']);
  expect(found.negative.map(({ text }) => text)).toEqual(['text']);
  expect(found.seeds.map(({ value }) => stringifyJson(value))).toEqual(['18446744073709551615']);
  expect(found.sizes.map(({ width, height }) => `${String(width.value)} ${String(height.value)}`)).toEqual(['512 768']);
  expect(found.settings.map(({ kind, value }) => `${kind} ${String(value)}`)).toEqual(['steps 30', 'cfg 3.5']);
  expect(found.files.map(({ value }) => value)).toEqual(['a.png', 'b.png']);
  expect(found.models.map(({ value }) => value)).toEqual(['large']);
});

it('looks into the object that some models want around their inputs', () => {
  const found = read('{"input":{"prompt":"fox","seed":7}}');
  expect(found.positive).toEqual([{ nodeId: '', input: 'input.prompt', text: 'fox' }]);
  expect(found.seeds.map(({ input }) => input)).toEqual(['input.seed']);
});

it('leaves values out of the changes that equal the defaults', () => {
  const [node] = read('{"style":"ink","steps":20,"tiles":true}', { style: '"oil"', steps: '20' }).changed;
  expect(node?.values).toEqual([
    { input: 'style', value: 'ink', default: 'oil' },
    { input: 'tiles', value: true },
  ]);
});

it('shows prompts and seeds that are left to their defaults, and does not list them as changes', () => {
  const found = read('{"input":{"style":"ink"}}', {
    'input.prompt': '"a fox"',
    'input.seed': '7',
    'input.steps': '20',
  });
  expect(found.positive).toEqual([{ nodeId: '', input: 'input.prompt', text: 'a fox' }]);
  expect(found.seeds.map(({ input, value }) => `${input} ${stringifyJson(value)}`)).toEqual(['input.seed 7']);
  expect(found.settings).toEqual([]);
  expect(found.changed.flatMap(({ values }) => values.map(({ input }) => input))).toEqual(['input.style']);
});

it.each([
  ['{"seed":18446744073709551615}', '18446744073709551615'],
  ['{"data":[{"seed":5,"url":"a"},{"seed":5,"url":"b"}]}', '5'],
  ['{"result":{"seed":-1}}', '-1'],
  ['{"data":[{"seed":5},{"seed":6}]}', 'null'],
  ['{"a":{"b":{"c":{"d":{"seed":5}}}}}', 'null'],
  ['{"seed":"5"}', 'null'],
  ['[]', 'null'],
])('finds the seed that a response tells: %s', (text, seed) => {
  expect(stringifyJson(seedIn(parseJson(text)))).toBe(seed);
});

it('has every value of any request in a prompt, a row or the changes', () => {
  const names = fc.constantFrom('prompt', 'text', 'seed', 'width', 'input', 'image_url', 'model', 'size', '__proto__');
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })), (body) => {
      const parsed = parseJson(JSON.stringify(body));
      if (!isObject(parsed)) return;
      const found = readRequestInputs(parsed, () => undefined);
      const inputs = new Set(found.changed.flatMap(({ values }) => values.map(({ input }) => input)));
      for (const [key, value] of Object.entries(parsed)) {
        const isWrapper = key === 'input' && isObject(value);
        for (const input of isWrapper ? Object.keys(value).map((name) => `input.${name}`) : [key]) {
          expect(inputs.has(input)).toBe(true);
        }
      }
      const ownPrompts = found.positive.filter(({ input }) => !input.includes('.'));
      for (const { input, text } of ownPrompts) expect(parsed[input]).toBe(text);
    }),
  );
});
