import { expect, it } from 'vitest';
import { summarizeInputs } from '@/shared/generation-inputs/summarize-inputs';
import { compareInputs } from './compare-inputs';

interface Run {
  prompt?: string;
  seed?: number;
  steps?: number;
  scale?: number;
  blur?: number;
  name?: string;
}

function row(id: string, { prompt = 'a reef', seed = 7, steps = 30, scale = 1, blur = 6, name = 'reef' }: Run) {
  const workflow = {
    '1': { class_type: 'CLIPTextEncode', inputs: { text: prompt, clip: ['9', 0] } },
    '2': { class_type: 'KSampler', inputs: { positive: ['1', 0], seed, steps } },
    '3': { class_type: 'Upscale', inputs: { image: ['2', 0], scale } },
    '4': { class_type: 'Blur', inputs: { image: ['3', 0], radius: blur, sharpen: blur } },
    '5': { class_type: 'SaveImage', inputs: { images: ['4', 0], filename_prefix: name } },
  };
  return rowOf(id, workflow);
}

function rowOf(id: string, workflow: object) {
  const summary = summarizeInputs(JSON.stringify(workflow));
  if (!summary) throw new Error('not a workflow');
  return { id, summary };
}

it('puts what differs first, with seeds last, and keeps what all have apart', () => {
  const compared = compareInputs([row('a', { seed: 7, steps: 30 }), row('b', { seed: 8, steps: 20 })]);
  expect(compared.get('a')).toMatchObject({ differing: ['steps 30', 'seed 7'], common: [] });
  const same = compareInputs([row('a', { seed: 7 }), row('b', { seed: 8 })]);
  expect(same.get('b')).toMatchObject({ differing: ['seed 8'], common: ['steps 30'] });
});

it('has up to two values that are no generation inputs, but no name of a result', () => {
  const compared = compareInputs([row('a', { scale: 1, name: 'a' }), row('b', { scale: 2, name: 'b' })]);
  expect([...compared.values()].map(({ differing }) => differing)).toEqual([['scale 1'], ['scale 2']]);
  const more = compareInputs([row('a', { blur: 6 }), row('b', { blur: 14, scale: 2 })]);
  expect(more.get('b')?.differing).toEqual(['scale 2', 'radius 14']);
});

it('has what differs from the rows beside it before what differs from others', () => {
  const compared = compareInputs([
    row('a', { scale: 2, seed: 8 }),
    row('b', { scale: 3 }),
    row('c', { scale: 2 }),
    row('d', { scale: 2, steps: 200 }),
  ]);
  expect(compared.get('a')).toMatchObject({ differing: ['scale 2', 'seed 8'], common: ['steps 30'] });
  expect(compared.get('c')).toMatchObject({ differing: ['steps 30', 'scale 2'], common: ['seed 7'] });
  expect(compared.get('d')).toMatchObject({ differing: ['steps 200'], common: ['scale 2', 'seed 7'] });
});

it('compares rows of the same workflow only', () => {
  const other = rowOf('c', { '1': { class_type: 'KSampler', inputs: { seed: 9, steps: 3 } } });
  const compared = compareInputs([row('a', {}), other, row('b', {})]);
  expect([...compared.values()].map(({ differing }) => differing)).toEqual([[], [], []]);
  expect(compared.get('c')?.common).toEqual(['seed 9', 'steps 3']);
});

it('tells a value that only one of them has', () => {
  const sampler = (inputs: object) => ({ '1': { class_type: 'KSampler', inputs } });
  const compared = compareInputs([
    rowOf('a', sampler({ seed: 9, steps: 3 })),
    rowOf('b', sampler({ seed: 9, steps: 3, tiled: true })),
    rowOf('c', sampler({ seed: 9 })),
  ]);
  expect(compared.get('a')).toMatchObject({ differing: [], common: ['steps 3', 'seed 9'] });
  expect(compared.get('b')?.differing).toEqual(['steps 3', 'tiled true']);
  expect(compared.get('c')).toMatchObject({ differing: [], common: ['seed 9'] });
});

it('knows a prompt that repeats the one above, also with other workflows between', () => {
  const other = rowOf('x', { '1': { class_type: 'KSampler', inputs: { seed: 9 } } });
  const rows = [row('a', {}), other, row('b', {}), row('c', { prompt: 'a lake' }), row('d', {})];
  const compared = compareInputs(rows);
  expect(rows.filter(({ id }) => compared.get(id)?.isRepeated).map(({ id }) => id)).toEqual(['b']);
});
