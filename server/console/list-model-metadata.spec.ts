import { expect, it } from 'vitest';
import { createApp } from '../app';
import { createMemoryDeps } from '../testing/memory-deps';

it('lists the metadata of each model, and why a changed configuration is not in use', async () => {
  const deps = await createMemoryDeps({
    modelsProblem: () => 'providers[0].name is missing.',
    catalogProblem: () => 'lab responded with 502.',
  });
  const [source] = deps.models;
  const [first, ...others] = source?.models() ?? [];
  if (!first) throw new Error('There is no model');
  const about = { title: 'Echo', summary: 'Says it again.', inputModalities: ['text'], outputModalities: ['text'] };
  deps.models = [{ models: () => [{ ...first, isFree: true, about: () => about }, ...others] }];
  const app = createApp(deps);
  const response = await app.fetch(new Request('http://127.0.0.1:8189/console/models'));
  const { models, build, configProblem, catalogProblem } = (await response.json()) as Record<string, unknown>;
  expect(models).toEqual(
    expect.arrayContaining([
      { id: 'scripted/echo', ...about, isFree: true, isLocal: false, uploadHost: null, missingKeyOf: null },
      {
        id: 'scripted/costly',
        title: null,
        summary: '',
        inputModalities: [],
        outputModalities: [],
        isFree: false,
        isLocal: false,
        uploadHost: null,
        missingKeyOf: null,
      },
    ]),
  );
  expect([typeof build, configProblem, catalogProblem]).toEqual([
    'string',
    'providers[0].name is missing.',
    'lab responded with 502.',
  ]);
});
