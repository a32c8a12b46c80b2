import { expect, it } from 'vitest';
import type { Output } from '@contract/jobs/schemas';
import { noOutputsReason, outputsOf, withoutOutputsText } from './outputs-of';

const output = (id: string) => ({ id, name: `${id}.png` }) as Output;
const ended = { id: 'a', status: 'succeeded', outputs: [output('1'), output('2')] };
const empty = { id: 'b', status: 'failed', outputs: [] };
const running = { id: 'c', status: 'running', outputs: [output('3')] };
const unread = { id: 'd', status: 'succeeded' };

it('are the files of all jobs, each with its own', () => {
  expect(outputsOf([ended, empty, running, unread]).map(({ id, job_id }) => [id, job_id])).toEqual([
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'c'],
  ]);
});

it('come with a word on what is missing', () => {
  expect(withoutOutputsText([ended])).toBeNull();
  expect(withoutOutputsText([ended, empty])).toBe('1 of 2 jobs has no outputs.');
  expect(withoutOutputsText([ended, empty, unread, running])).toBe(
    '2 of 4 jobs have no outputs. 1 has not ended yet: what is there so far is saved.',
  );
});

it('are not offered where it is known that there are none', () => {
  expect(noOutputsReason([empty])).not.toBeNull();
  expect(noOutputsReason([empty, unread])).toBeNull();
  expect(noOutputsReason([empty, ended])).toBeNull();
});
