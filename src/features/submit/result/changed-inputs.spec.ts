import { expect, it } from 'vitest';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { changesText } from '@/shared/result/run-change';
import { changedInputs } from './changed-inputs';

function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const sampler = (inputs: string) => `{"1":{"class_type":"Sampler","inputs":${inputs}}}`;
const between = (before: string, after: string) => changesText(changedInputs(graphOf(before), graphOf(after)));

it('names changed values before changed seeds', () => {
  expect(between(sampler('{"noise_seed":1,"steps":20}'), sampler('{"noise_seed":2,"steps":30}'))).toBe(
    'steps 30, noise_seed 2',
  );
});

it('compares every digit of a large seed', () => {
  const before = sampler('{"seed":18446744073709551615}');
  expect(between(before, sampler('{"seed":18446744073709551614}'))).toBe('seed 18446744073709551614');
  expect(between(before, before)).toBe('same inputs');
});

it('shows text on one line', () => {
  expect(between(sampler('{"text":"a"}'), sampler('{"text":"a lake\\n at dawn"}'))).toBe('text a lake at dawn');
  expect(between(sampler('{"text":"a"}'), sampler('{"text":" "}'))).toBe('text empty');
});

it('says what happened to files, links and nodes', () => {
  const file = (id: string) => sampler(`{"image":{"__type":"core/ASSET","id":"${id}"}}`);
  expect(between(file('a'), file('b'))).toBe('image another file');
  expect(between(sampler('{"image":["2",0]}'), sampler('{"image":["3",0]}'))).toBe('image another link');
  expect(between(sampler('{}'), '{"2":{"class_type":"Save","inputs":{}}}')).toBe('Save added, Sampler removed');
});
