import { describe, expect, it } from 'vitest';
import type { ListedJob } from '@contract/jobs/schemas';
import { earlierRun, likenessOf } from './previous-runs';

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

describe('an earlier run', () => {
  it('tells how long it took, and what it is like', () => {
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
    ['has not ended', { completed_at: null }],
    ['does not tell when it began', { started_at: null }],
    ['tells no time that can be read', { started_at: 'yesterday' }],
    ['took no time', { completed_at: '2026-11-20T10:00:04Z' }],
    ['ended before it began, by a clock that was set back', { completed_at: '2026-11-20T10:00:03Z' }],
    ['was taken from the cache', withNodes({ '9': 'cached', '10': 'cached' })],
  ])('is none where the job %s', (_, more) => {
    expect(earlierRun(job(more))).toBeNull();
  });

  it('is like nothing where the surface tells nothing of it', () => {
    expect(likenessOf(job({ metadata: null, progress: null }))).toEqual({ graph: null, title: null, nodes: null });
  });
});
