import { beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../database';
import { forgetJobs } from './forget-jobs';
import { historyWorkflow, saveToHistory } from './history';
import { keepGraph } from './kept-graphs';

const record = (jobId: string, graph: string) => ({
  surfaceId: 'blue',
  jobId,
  title: jobId,
  createdAt: 1,
  job: null,
  graph,
});

beforeEach(async () => {
  const database = await openDatabase();
  for (const store of ['history', 'graphs', 'graphTexts'] as const) await database.clear(store);
});

it('keeps one copy of a workflow for all of its jobs, until the last one is forgotten', async () => {
  await keepGraph('g', '{"1":{}}');
  await keepGraph('g', 'never stored');
  await saveToHistory(record('a', 'g'), record('b', 'g'));
  expect([await historyWorkflow('blue', 'a'), await historyWorkflow('blue', 'b')]).toEqual(['{"1":{}}', '{"1":{}}']);
  await forgetJobs('blue', ['a']);
  expect(await historyWorkflow('blue', 'b')).toBe('{"1":{}}');
  const restore = await forgetJobs('blue', ['b']);
  expect(await (await openDatabase()).count('graphTexts')).toBe(0);
  await restore();
  expect(await historyWorkflow('blue', 'b')).toBe('{"1":{}}');
});

it('removes the workflows that were used least recently above its limits of number and size', async () => {
  const database = await openDatabase();
  const kept = async () => (await database.getAllKeys('graphTexts')).sort();
  const use = async (id: string, text: string, limits: { count: number; size: number }) => {
    await keepGraph(id, text, limits);
    // Times of one millisecond have no order.
    await new Promise((resolve) => setTimeout(resolve, 3));
  };
  for (const id of ['a', 'b', 'a', 'c']) await use(id, 'x'.repeat(10), { count: 2, size: 1000 });
  expect(await kept()).toEqual(['a', 'c']);
  await use('d', 'x'.repeat(20), { count: 9, size: 35 });
  expect(await kept()).toEqual(['c', 'd']);
  expect((await database.getAllKeys('graphs')).sort()).toEqual(['c', 'd']);
});
