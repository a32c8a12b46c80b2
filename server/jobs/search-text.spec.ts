import { describe, expect, it } from 'vitest';
import { readWorkflow } from '@contract/workflow/graph';
import { finish } from '@contract/slices';
import { searchTextInSlices } from './search-text';

const textOf = (graph: object, labels: Record<string, string> = {}) => {
  const result = readWorkflow(JSON.stringify(graph));
  if (!result.ok) throw new Error(result.problem.message);
  return finish(searchTextInSlices(labels, result.graph)).split('\n');
};

describe('the search text of a job', () => {
  it('contains labels, classes, titles, texts and seeds, in lower case and without duplicates', () => {
    expect(
      textOf(
        {
          '3': { class_type: 'KSampler', inputs: { seed: 123456, steps: 20, model: ['4', 0], name: 'Euler' } },
          '4': { class_type: 'KSampler', inputs: { text: 'A Reef\nat dusk' }, _meta: { title: 'Base model' } },
        },
        { flowdeck_title: 'Coral Sweep' },
      ),
    ).toEqual(['coral sweep', 'ksampler', '123456', 'base model', 'euler', 'a reef', 'at dusk']);
  });

  it('preserves 64-bit seeds', () => {
    const result = readWorkflow('{"1":{"class_type":"K","inputs":{"seed":18446744073709551615}}}');
    expect(result.ok && finish(searchTextInSlices({}, result.graph))).toBe('k\n18446744073709551615');
  });

  it('omits ids and hashes, which would match short words by chance', () => {
    const id = '7f3d2c1b-9a8e-4d6f-8012-3c4d5e6f7a8b';
    const image = { __type: 'core/ASSET', info: { id, hash: `blake3:${'ab'.repeat(32)}`, file_path: 'harbour.jpg' } };
    expect(textOf({ '1': { class_type: 'LoadImage', inputs: { image } } }, { flowdeck_outbox: id })).toEqual([
      'loadimage',
      'core/asset',
      'harbour.jpg',
    ]);
  });

  it('contains seeds and names even after long prompts', () => {
    const prompt = (word: string) => ({ class_type: 'Prompt', inputs: { text: `${word} `.repeat(400) } });
    const sampler = { class_type: 'KSampler', inputs: { seed: 987654321, sampler_name: 'euler' } };
    const text = textOf({ '1': prompt('reef'), '2': prompt('blurry'), '3': prompt('third'), '9': sampler });
    expect(text.slice(0, 4)).toEqual(['prompt', 'ksampler', '987654321', 'euler']);
    expect(text.slice(4).map((part) => part.slice(0, 5))).toEqual(['reef ', 'blurr', 'third']);
  });

  it('reserves space for a prompt, however many names a graph has', () => {
    const names = Array.from({ length: 300 }, (_, n) => [
      `n${n}`,
      { class_type: `Class${n}`, inputs: { name: `a name ${n}` } },
    ]);
    const prompt = { class_type: 'Prompt', inputs: { text: 'reef '.repeat(100) } };
    const text = textOf({ ...Object.fromEntries(names), last: prompt });
    expect(text[0]).toBe('class0');
    expect(text.at(-1)).toMatch(/^(?:reef ?){100}$/);
  });

  it('is bounded, however long the prompts are', () => {
    const inputs = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`text${n}`, `${n} ${'x'.repeat(500)}`]));
    expect(textOf({ '1': { class_type: 'Prompt', inputs } }).join('\n').length).toBeLessThanOrEqual(3000);
  });
});
