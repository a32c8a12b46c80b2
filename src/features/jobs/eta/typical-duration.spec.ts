import { describe, expect, it } from 'vitest';
import type { PreviousRun } from '@/api/jobs/previous-runs';
import { usualTime, typicalDurationOf } from './typical-duration';

const run = (ms: number, more: Partial<PreviousRun> = {}): PreviousRun => ({
  graph: null,
  title: 'Coral',
  nodes: null,
  ms,
  ...more,
});
const runs = (times: readonly number[], more: Partial<PreviousRun> = {}) => times.map((ms) => run(ms, more));

describe('the usual time', () => {
  it('goes from the 25th percentile to the 90th', () => {
    const times = [12, 1, 2, 11, 3, 10, 4, 9, 5, 8, 6, 7];
    expect(usualTime(runs(times))).toEqual({ lowMs: 3, highMs: 11, count: 12, likeness: '' });
    expect(usualTime(runs([5, 5, 5]))).toMatchObject({ lowMs: 5, highMs: 5 });
  });

  it('leaves a wide range wide', () => {
    expect(usualTime(runs([1000, 2000, 600_000]))).toMatchObject({ lowMs: 1000, highMs: 600_000 });
  });

  it('takes three runs', () => {
    expect(usualTime(runs([1, 2]))).toBeNull();
    expect(usualTime([])).toBeNull();
  });
});

describe('the usual time of a job', () => {
  const job = { graph: 'f00d', title: 'Coral', nodes: '1,2' };
  const usualOf = (earlier: readonly PreviousRun[], of = job) => typicalDurationOf(of, earlier);

  it('goes by the same workflow, then the name, then the nodes', () => {
    const same = runs([1, 2, 3], { graph: 'f00d' });
    const named = runs([4, 5, 6], { graph: 'beef' });
    const alike = runs([7, 8, 9], { title: 'Renamed', nodes: '1,2' });
    expect(usualOf([...alike, ...named, ...same])).toMatchObject({ count: 3, likeness: 'of this workflow' });
    expect(usualOf([...alike, ...named, ...same.slice(1)])).toMatchObject({ count: 5, likeness: 'of this name' });
    expect(usualOf([...alike, ...named.slice(1)])).toMatchObject({ count: 3, likeness: 'of the same nodes' });
    expect(usualOf([...alike.slice(1), ...named.slice(1)])).toBeNull();
  });

  it('does not go by runs of its name that had other nodes', () => {
    expect(usualOf(runs([1, 2, 3], { nodes: '1,2,3' }))).toBeNull();
    expect(usualOf(runs([1, 2, 3], { nodes: '1,2' }))).toMatchObject({ count: 3, likeness: 'of this name' });
  });

  it('takes nothing that is not told for the same', () => {
    const untold = { graph: null, title: null, nodes: null };
    expect(typicalDurationOf(untold, runs([1, 2, 3], untold))).toBeNull();
  });
});
