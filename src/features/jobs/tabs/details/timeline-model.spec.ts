import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { timelineOf } from './timeline-model';

const now = Date.parse('2030-01-01T00:01:00Z');
const job = (more: Partial<ListedJob>): ListedJob => ({
  id: 'j',
  status: 'succeeded',
  created_at: '2030-01-01T00:00:00Z',
  started_at: '2030-01-01T00:00:10Z',
  completed_at: '2030-01-01T00:00:30Z',
  ...more,
});
const nodes = (reported: Record<string, [string, number?]>) => ({
  value: 1,
  nodes_done: 0,
  nodes_total: 0,
  nodes: Object.fromEntries(
    Object.entries(reported).map(([id, [state, ms]]) => [id, { state, ...(ms ? { ms } : {}) }]),
  ),
});
const rowsOf = (more: Partial<ListedJob>) =>
  timelineOf(job(more), null, now, 'ran')?.rows.map(({ name, startMs, ms, tone }) => [name, startMs, ms, tone]);

describe('the timeline', () => {
  it('consists of waiting and running if the surface does not report nodes', () => {
    expect(rowsOf({})).toEqual([
      ['Queued', 0, 10_000, 'quiet'],
      ['Whole run', 10_000, 20_000, 'ok'],
    ]);
    expect(rowsOf({ status: 'canceled' })?.at(-1)).toEqual(['Whole run', 10_000, 20_000, 'quiet']);
    expect(rowsOf({ status: 'queued', started_at: null, completed_at: null })).toEqual([
      ['Queued', 0, 60_000, 'quiet'],
    ]);
    expect(timelineOf(job({ created_at: 'soon' }), null, now, 'ran')).toBeNull();
  });

  it('is one part if the server does not report when a job started', () => {
    const rows = (status: string, start: 'ran' | 'never' | 'unknown') =>
      timelineOf(job({ status, started_at: null }), null, now, start)?.rows.map(({ name, ms }) => [name, ms]);
    expect(rows('succeeded', 'ran')).toEqual([['Total', 30_000]]);
    expect(rows('canceled', 'unknown')).toEqual([['Total', 30_000]]);
    expect(rows('canceled', 'never')).toEqual([['Queued', 30_000]]);
  });

  it('arranges nodes end to end, and shows the remainder', () => {
    const progress = nodes({ a: ['cached'], b: ['done', 12_000], c: ['failed', 3000], d: ['waiting'] });
    expect(rowsOf({ status: 'failed', progress })).toEqual([
      ['Queued', 0, 10_000, 'quiet'],
      ['1 cached node', 10_000, 0, 'quiet'],
      ['Node b', 10_000, 12_000, 'ok'],
      ['Node c', 22_000, 3000, 'bad'],
      ['Overhead', 25_000, 5000, 'quiet'],
    ]);
  });

  it('shows how long the node ran that an engine has lost, and the wait for that engine', () => {
    const progress = nodes({ a: ['done', 2000], b: ['waiting', 8000], c: ['waiting'] });
    const error = { code: 'engine_lost', message: 'ComfyUI stopped while running this job and has lost it' };
    expect(rowsOf({ status: 'failed', error, progress })).toEqual([
      ['Queued', 0, 10_000, 'quiet'],
      ['Node a', 10_000, 2000, 'ok'],
      ['Node b', 12_000, 8000, 'quiet'],
      ['Waiting for the engine', 20_000, 10_000, 'quiet'],
    ]);
  });

  it('assigns the time since the last finished node to the running node', () => {
    const progress = nodes({ a: ['done', 4000], b: ['running'] });
    expect(rowsOf({ status: 'running', completed_at: null, progress })?.at(-1)).toEqual([
      'Node b',
      14_000,
      46_000,
      'accent',
    ]);
  });

  it('combines many short nodes, and never exceeds the run time', () => {
    const reported = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`n${index}`, ['done', 1000] as [string, number]]),
    );
    const timeline = timelineOf(job({ progress: nodes({ ...reported, long: ['done', 9000] }) }), null, now, 'ran');
    expect(timeline?.rows.length).toBeLessThan(11);
    expect(timeline?.rows.map(({ name }) => name)).toContain('Node long');
    for (const { startMs, ms } of timeline?.rows ?? []) expect(startMs + ms).toBeLessThanOrEqual(30_000);
  });
});
