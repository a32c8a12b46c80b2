import { describe, expect, it } from 'vitest';
import { readGraph } from '@contract/workflow/graph';
import type { EngineEvent } from '../engine';
import type { ComfyFrame, NodeProgress } from './frames';
import { NodeTracker } from './node-tracker';

function track(...frames: (ComfyFrame | ((tracker: NodeTracker) => void))[]): string[] {
  const reading = readGraph({
    a: { class_type: 'Load', inputs: {} },
    b: { class_type: 'Sample', inputs: { image: ['a', 0] } },
    c: { class_type: 'Save', inputs: { image: ['b', 0] } },
  });
  if (!reading.ok) throw new Error('No graph');
  const told: string[] = [];
  const report = (event: Extract<EngineEvent, { kind: 'node' | 'step' }>) => {
    told.push(
      event.kind === 'node' ? `${event.nodeId} ${event.state}` : `${event.nodeId} ${event.step}/${event.steps}`,
    );
  };
  const tracker = new NodeTracker(reading.graph, report);
  for (const frame of frames) {
    if (typeof frame === 'function') frame(tracker);
    else tracker.apply(frame);
  }
  return told;
}

const states = (...nodes: (Partial<NodeProgress> & { id: string })[]): ComfyFrame => ({
  kind: 'states',
  nodes: nodes.map((node) => ({ displayId: node.id, state: 'running', value: 0, max: 1, ...node })),
});

describe('what nodes do', () => {
  it('is told once, however often progress_state repeats it', () => {
    const both = states({ id: 'a', state: 'finished', value: 1 }, { id: 'b', value: 3, max: 20 });
    expect(track(states({ id: 'a' }), both, both)).toEqual(['a running', 'a done', 'b running', 'b 3/20']);
  });

  it('never goes back: a node that ended stays so', () => {
    const done = states({ id: 'a', state: 'finished' });
    expect(track(done, states({ id: 'a', value: 1, max: 9 }), { kind: 'cached', nodes: ['a'] })).toEqual([
      'a running',
      'a done',
    ]);
  });

  it('of the parts of an expanded node belongs to the node, and a part that ends is no end', () => {
    const told = track(
      states({ id: 'b' }),
      states({ id: 'b' }, { id: 'b.0.0.1', displayId: 'b', value: 2, max: 4 }),
      states({ id: 'b' }, { id: 'b.0.0.1', displayId: 'b', state: 'finished', value: 4, max: 4 }),
      states({ id: 'b', state: 'finished' }),
    );
    expect(told).toEqual(['b running', 'b 2/4', 'b done']);
  });

  it('is made out from the older frames where a server sends no progress_state', () => {
    const told = track(
      { kind: 'cached', nodes: ['a'] },
      { kind: 'executing', nodeId: 'b' },
      { kind: 'step', nodeId: 'b', value: 1, max: 2 },
      { kind: 'executing', nodeId: 'c' },
      { kind: 'executing', nodeId: null },
    );
    expect(told).toEqual(['a cached', 'b running', 'b 1/2', 'b done', 'c running', 'c done']);
  });

  it('of nodes that the graph does not have is not told', () => {
    expect(track({ kind: 'cached', nodes: ['x'] }, { kind: 'executing', nodeId: 'y' }, states({ id: 'z' }))).toEqual(
      [],
    );
  });

  it('is completed after a success that nobody heard, back to the first node', () => {
    expect(track({ kind: 'cached', nodes: ['a'] }, (tracker) => tracker.finish(['c']))).toEqual([
      'a cached',
      'c done',
      'b done',
    ]);
  });
});
