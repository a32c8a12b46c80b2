import { describe, expect, it } from 'vitest';
import type { PreviousRun } from './previous-runs';
import { typicalTime, typicalDurationOf } from './typical-duration';

const run = (ms: number, more: Partial<PreviousRun> = {}): PreviousRun => ({
  graph: null,
  title: 'Coral',
  nodes: null,
  ms,
  ...more,
});
const runs = (times: readonly number[], more: Partial<PreviousRun> = {}) => times.map((ms) => run(ms, more));

describe('the typical duration', () => {
  it('ranges from the 25th to the 90th percentile', () => {
    const times = [12, 1, 2, 11, 3, 10, 4, 9, 5, 8, 6, 7];
    expect(typicalTime(runs(times))).toEqual({ lowMs: 3, highMs: 11, count: 12, likeness: 'none' });
    expect(typicalTime(runs([5, 5, 5]))).toMatchObject({ lowMs: 5, highMs: 5 });
  });

  it('preserves a wide range', () => {
    expect(typicalTime(runs([1000, 2000, 600_000]))).toMatchObject({ lowMs: 1000, highMs: 600_000 });
  });

  it('requires three runs', () => {
    expect(typicalTime(runs([1, 2]))).toBeNull();
    expect(typicalTime([])).toBeNull();
  });
});

describe('the typical duration of a job', () => {
  const job = { graph: 'f00d', title: 'Coral', nodes: '1,2' };
  const typicalOf = (earlier: readonly PreviousRun[], of = job) => typicalDurationOf(of, earlier);

  it('is based on the same workflow, then the name, then the nodes', () => {
    const same = runs([1, 2, 3], { graph: 'f00d' });
    const named = runs([4, 5, 6], { graph: 'beef' });
    const alike = runs([7, 8, 9], { title: 'Renamed', nodes: '1,2' });
    expect(typicalOf([...alike, ...named, ...same])).toMatchObject({ count: 3, likeness: 'workflow' });
    expect(typicalOf([...alike, ...named, ...same.slice(1)])).toMatchObject({ count: 5, likeness: 'name' });
    expect(typicalOf([...alike, ...named.slice(1)])).toMatchObject({ count: 3, likeness: 'nodes' });
    expect(typicalOf([...alike.slice(1), ...named.slice(1)])).toBeNull();
  });

  it('ignores runs of the same name with different nodes', () => {
    expect(typicalOf(runs([1, 2, 3], { nodes: '1,2,3' }))).toBeNull();
    expect(typicalOf(runs([1, 2, 3], { nodes: '1,2' }))).toMatchObject({ count: 3, likeness: 'name' });
  });

  it('does not treat unknown values as equal', () => {
    const untold = { graph: null, title: null, nodes: null };
    expect(typicalDurationOf(untold, runs([1, 2, 3], untold))).toBeNull();
  });
});
