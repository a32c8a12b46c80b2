import { describe, expect, it } from 'vitest';
import { readGraph } from '@contract/workflow/graph';
import type { EngineEvent } from '../../engine';
import type { ComfyFrame, NodeProgress } from '../client/frames';
import { NodeTracker } from './node-tracker';

function track(...frames: (ComfyFrame | ((tracker: NodeTracker) => void))[]): string[] {
  const result = readGraph({
    a: { class_type: 'Load', inputs: {} },
    b: { class_type: 'Sample', inputs: { image: ['a', 0] } },
    c: { class_type: 'Save', inputs: { image: ['b', 0] } },
  });
  if (!result.ok) throw new Error('No graph');
  const reported: string[] = [];
  const report = (event: Extract<EngineEvent, { kind: 'node' | 'step' }>) => {
    reported.push(
      event.kind === 'node' ? `${event.nodeId} ${event.state}` : `${event.nodeId} ${event.step}/${event.steps}`,
    );
  };
  const tracker = new NodeTracker(result.graph, report);
  for (const frame of frames) {
    if (typeof frame === 'function') frame(tracker);
    else tracker.apply(frame);
  }
  return reported;
}

const states = (...nodes: (Partial<NodeProgress> & { id: string })[]): ComfyFrame => ({
  kind: 'states',
  nodes: nodes.map((node) => ({ displayId: node.id, state: 'running', value: 0, max: 1, ...node })),
});

describe('node progress', () => {
  it('is reported once, however often progress_state repeats it', () => {
    const both = states({ id: 'a', state: 'finished', value: 1 }, { id: 'b', value: 3, max: 20 });
    expect(track(states({ id: 'a' }), both, both)).toEqual(['a running', 'a done', 'b running', 'b 3/20']);
  });

  it('never goes back, so a finished node stays finished', () => {
    const done = states({ id: 'a', state: 'finished' });
    expect(track(done, states({ id: 'a', value: 1, max: 9 }), { kind: 'cached', nodes: ['a'] })).toEqual([
      'a running',
      'a done',
    ]);
  });

  it('of the parts of an expanded node belongs to that node, which is not finished with its first part', () => {
    const reported = track(
      states({ id: 'b' }),
      states({ id: 'b' }, { id: 'b.0.0.1', displayId: 'b', value: 2, max: 4 }),
      states({ id: 'b' }, { id: 'b.0.0.1', displayId: 'b', state: 'finished', value: 4, max: 4 }),
      states({ id: 'b', state: 'finished' }),
    );
    expect(reported).toEqual(['b running', 'b 2/4', 'b done']);
  });

  it('is derived from older frames if the server sends no progress_state', () => {
    const reported = track(
      { kind: 'cached', nodes: ['a'] },
      { kind: 'executing', nodeId: 'b' },
      { kind: 'step', nodeId: 'b', value: 1, max: 2 },
      { kind: 'executing', nodeId: 'c' },
      { kind: 'executing', nodeId: null },
    );
    expect(reported).toEqual(['a cached', 'b running', 'b 1/2', 'b done', 'c running', 'c done']);
  });

  it('is not reported for nodes outside the graph', () => {
    expect(track({ kind: 'cached', nodes: ['x'] }, { kind: 'executing', nodeId: 'y' }, states({ id: 'z' }))).toEqual(
      [],
    );
  });

  it('is completed for all nodes if the success was reported while disconnected', () => {
    expect(track({ kind: 'cached', nodes: ['a'] }, (tracker) => tracker.finish(['c']))).toEqual([
      'a cached',
      'c done',
      'b done',
    ]);
  });
});
