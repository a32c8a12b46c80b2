import { expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { noOutputsReason, outputsOf, withoutOutputsText } from './outputs-of';

const output = (id: string) => ({ id, name: `${id}.png` }) as Output;
const finished = { id: 'a', status: 'succeeded', outputs: [output('1'), output('2')] };
const empty = { id: 'b', status: 'failed', outputs: [] };
const running = { id: 'c', status: 'running', outputs: [output('3')] };
const unread = { id: 'd', status: 'succeeded' };

it('lists the outputs of all jobs, each with its job', () => {
  expect(outputsOf([finished, empty, running, unread]).map(({ id, job_id }) => [id, job_id])).toEqual([
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'c'],
  ]);
});

it('describes which outputs are missing', () => {
  expect(withoutOutputsText([finished])).toBeNull();
  expect(withoutOutputsText([finished, empty])).toBe('1 of 2 jobs has no outputs.');
  expect(withoutOutputsText([finished, empty, unread, running])).toBe(
    '2 of 4 jobs have no outputs. 1 has not ended yet: what is there so far is saved.',
  );
});

it('disables saving if there are certainly no outputs', () => {
  expect(noOutputsReason([empty])).not.toBeNull();
  expect(noOutputsReason([empty, unread])).toBeNull();
  expect(noOutputsReason([empty, finished])).toBeNull();
});
