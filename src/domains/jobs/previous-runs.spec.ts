import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { earlierRun, toRunSignature } from './previous-runs';

const job = (more: Partial<ListedJob> = {}): ListedJob => ({
  id: 'a',
  status: 'succeeded',
  created_at: '2026-11-20T10:00:00Z',
  started_at: '2026-11-20T10:00:04Z',
  completed_at: '2026-11-20T10:00:46Z',
  ...more,
});
const withNodes = (nodes: Record<string, string>): Partial<ListedJob> => ({
  progress: {
    value: 1,
    nodes_done: 2,
    nodes_total: 2,
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, state]) => [id, { state }])),
  },
});

describe('a previous run', () => {
  it('has a duration and a signature', () => {
    const metadata = { flowdeck_title: 'Coral', flowdeck_graph: 'f00d' };
    const nodes = JSON.stringify(['Save', '10', '9']);
    expect(earlierRun(job({ metadata, output_title: 'Save', ...withNodes({ '9': 'cached', '10': 'done' }) }))).toEqual({
      graph: 'f00d',
      title: 'Coral',
      nodes,
      ms: 42_000,
    });
  });

  it.each([
    ['was canceled', { status: 'canceled' }],
    ['failed', { status: 'failed' }],
    ['is not finished', { completed_at: null }],
    ['has no start time', { started_at: null }],
    ['has an invalid time', { started_at: 'yesterday' }],
    ['took no time', { completed_at: '2026-11-20T10:00:04Z' }],
    ['finished before it started, due to a clock change', { completed_at: '2026-11-20T10:00:03Z' }],
    ['was fully cached', withNodes({ '9': 'cached', '10': 'cached' })],
  ])('is ignored if the job %s', (_, more) => {
    expect(earlierRun(job(more))).toBeNull();
  });

  it('has an empty signature if the surface reports no details', () => {
    expect(toRunSignature(job({ metadata: null, progress: null }))).toEqual({ graph: null, title: null, nodes: null });
  });
});
