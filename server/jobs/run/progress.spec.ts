import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { Progress } from '@contract/jobs/schemas';
import { readGraph } from '@contract/workflow/graph';
import { ProgressMeter, type ProgressEvent } from './progress';

function graphOf(ids: readonly string[]) {
  const result = readGraph(Object.fromEntries(ids.map((id) => [id, { class_type: `Class${id}`, inputs: {} }])));
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

const IDS = ['a', 'b', 'c', 'd'];

/** Any engine reports, valid or not, including unknown nodes. */
const anyEvent: fc.Arbitrary<ProgressEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('node' as const),
    nodeId: fc.constantFrom(...IDS, 'stranger'),
    state: fc.constantFrom('running' as const, 'cached' as const, 'done' as const, 'failed' as const),
  }),
  fc.record({
    kind: fc.constant('step' as const),
    nodeId: fc.constantFrom(...IDS, 'stranger'),
    step: fc.integer({ min: 0, max: 12 }),
    steps: fc.integer({ min: 0, max: 10 }),
  }),
);

describe('ProgressMeter', () => {
  it('weights a node by its planned steps, any other by one (J-2.20)', () => {
    const result = readGraph({
      sampler: { class_type: 'Sampler', inputs: { steps: 18 } },
      linked: { class_type: 'Sampler', inputs: { steps: ['sampler', 0] } },
      save: { class_type: 'Save', inputs: {} },
    });
    if (!result.ok) throw new Error(result.problem.message);
    const meter = new ProgressMeter(result.graph, result.graph.keys());
    meter.apply({ kind: 'step', nodeId: 'sampler', step: 9, steps: 18 }, 0);
    expect(meter.snapshot().value).toBe(9 / 20);
    meter.apply({ kind: 'node', nodeId: 'sampler', state: 'done' }, 0);
    meter.apply({ kind: 'node', nodeId: 'linked', state: 'cached' }, 0);
    expect(meter.snapshot().value).toBe(19 / 20);
  });

  it('names no node while nothing runs, gives the reason, and continues at the previous value', () => {
    const meter = new ProgressMeter(graphOf(IDS), IDS, 'Runs again');
    meter.apply({ kind: 'step', nodeId: 'a', step: 1, steps: 2 }, 0);
    const before = meter.snapshot();
    expect(before).toMatchObject({ current_node: 'a', step: 1, steps: 2, message: 'Runs again' });
    meter.stall('The server is away', 0);
    const nothing = { current_node: null, current_node_class: null, step: null, steps: null };
    expect(meter.snapshot()).toEqual({ ...before, ...nothing, message: 'The server is away', stalled: true });
    meter.stall(null, 0);
    expect(meter.snapshot()).toEqual(before);
    meter.stall('The server is away', 0);
    meter.end(false, 0);
    expect(meter.snapshot()).toMatchObject({ message: 'Runs again' });
    expect(meter.snapshot()).not.toHaveProperty('stalled');
    meter.end(false, 0, 'The server may still run it');
    expect(meter.snapshot()).toMatchObject({ message: 'The server may still run it', stalled: true });
  });

  it('tells how long the node of a lost run had been running before its engine fell silent', () => {
    const meter = new ProgressMeter(graphOf(IDS), IDS);
    meter.apply({ kind: 'node', nodeId: 'a', state: 'running' }, 1000);
    meter.stall('The server is away', 9000);
    meter.stall('The server is still away', 20_000);
    meter.end(false, 43_000);
    expect(meter.snapshot().nodes).toMatchObject({ a: { state: 'waiting', ms: 8000 }, b: { state: 'waiting' } });
  });

  it('returns a complete snapshot within bounds after any event, and never decreases (J-2.21, J-2.23)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyEvent, fc.nat(5000)), { maxLength: 60 }),
        fc.boolean(),
        (events, hasSucceeded) => {
          const meter = new ProgressMeter(graphOf(IDS), IDS);
          let now = 0;
          let last = meter.snapshot();
          const check = () => {
            const next = meter.snapshot();
            expect(Progress.safeParse(next).success).toBe(true);
            expect(next.value).toBeGreaterThanOrEqual(last.value);
            expect(next.nodes_done).toBeGreaterThanOrEqual(last.nodes_done);
            expect(next.nodes_done).toBeLessThanOrEqual(next.nodes_total);
            const states = Object.values(next.nodes ?? {}).map((node) => node.state);
            expect(states.filter((state) => state === 'done' || state === 'cached')).toHaveLength(next.nodes_done);
            expect(states).toHaveLength(next.nodes_total);
            last = next;
          };
          for (const [event, ms] of events) {
            now += ms;
            meter.apply(event, now);
            check();
          }
          meter.end(hasSucceeded, now);
          check();
          expect(Object.values(last.nodes ?? {}).some((node) => node.state === 'running')).toBe(false);
        },
      ),
    );
  });

  it('reaches 1 with all executed nodes done when the run succeeds (J-2.24)', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const meter = new ProgressMeter(graphOf(IDS), IDS);
        for (const event of events) meter.apply(event, 1);
        const hasFailed = Object.values(meter.snapshot().nodes ?? {}).some((node) => node.state === 'failed');
        fc.pre(!hasFailed);
        meter.end(true, 0);
        const { value, nodes_done, nodes_total, current_node, step, steps } = meter.snapshot();
        expect(value).toBe(1);
        expect(nodes_done).toBe(nodes_total);
        expect([current_node, step, steps]).toEqual([null, null, null]);
      }),
    );
  });

  it('increases with the steps of a node and when a node finishes (J-2.20)', () => {
    const meter = new ProgressMeter(graphOf(['a', 'b']), ['a', 'b']);
    const values: number[] = [];
    const tell = (event: ProgressEvent) => {
      meter.apply(event, 0);
      values.push(meter.snapshot().value);
    };
    tell({ kind: 'node', nodeId: 'a', state: 'running' });
    for (const step of [1, 2, 3, 4]) tell({ kind: 'step', nodeId: 'a', step, steps: 4 });
    tell({ kind: 'node', nodeId: 'a', state: 'done' });
    tell({ kind: 'node', nodeId: 'b', state: 'cached' });
    expect(values).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.5, 1]);
  });

  it('reports the current node, class and step (J-2.26 to J-2.29)', () => {
    const meter = new ProgressMeter(graphOf(['a', 'b']), ['a', 'b'], 'again');
    expect(meter.snapshot()).toEqual({
      value: 0,
      nodes_done: 0,
      nodes_total: 2,
      current_node: null,
      current_node_class: null,
      step: null,
      steps: null,
      message: 'again',
      nodes: { a: { state: 'waiting' }, b: { state: 'waiting' } },
    });
    meter.apply({ kind: 'node', nodeId: 'a', state: 'running' }, 100);
    meter.apply({ kind: 'step', nodeId: 'a', step: 3, steps: 20 }, 200);
    expect(meter.snapshot()).toMatchObject({ current_node: 'a', current_node_class: 'Classa', step: 3, steps: 20 });
    meter.apply({ kind: 'node', nodeId: 'a', state: 'done' }, 350);
    meter.apply({ kind: 'node', nodeId: 'b', state: 'running' }, 350);
    expect(meter.snapshot()).toMatchObject({
      current_node: 'b',
      step: null,
      steps: null,
      nodes: { a: { state: 'done', ms: 250 }, b: { state: 'running' } },
    });
  });

  it('does not decrease when a sampler repeats its steps', () => {
    const meter = new ProgressMeter(graphOf(['a']), ['a']);
    meter.apply({ kind: 'step', nodeId: 'a', step: 8, steps: 10 }, 0);
    meter.apply({ kind: 'step', nodeId: 'a', step: 1, steps: 10 }, 0);
    expect(meter.snapshot()).toMatchObject({ value: 0.8, step: 1, steps: 10 });
  });

  it('retains the failed node as current, and resets the running node when the run was stopped', () => {
    const failed = new ProgressMeter(graphOf(['a', 'b']), ['a', 'b']);
    failed.apply({ kind: 'node', nodeId: 'a', state: 'running' }, 0);
    failed.apply({ kind: 'node', nodeId: 'a', state: 'failed' }, 40);
    failed.end(false, 0);
    expect(failed.snapshot()).toMatchObject({
      value: 0,
      current_node: 'a',
      nodes: { a: { state: 'failed', ms: 40 }, b: { state: 'waiting' } },
    });
    const stopped = new ProgressMeter(graphOf(['a']), ['a']);
    stopped.apply({ kind: 'step', nodeId: 'a', step: 1, steps: 2 }, 0);
    stopped.end(false, 0);
    expect(stopped.snapshot()).toMatchObject({ value: 0.5, current_node: null, nodes: { a: { state: 'waiting' } } });
  });

  it('does not visit all nodes for each event, so that 100,000 events are fast', { timeout: 20_000 }, () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
    const meter = new ProgressMeter(graphOf(ids), ids);
    for (const nodeId of ids) {
      meter.apply({ kind: 'node', nodeId, state: 'running' }, 0);
      meter.apply({ kind: 'node', nodeId, state: 'done' }, 1);
    }
    expect(meter.snapshot()).toMatchObject({ nodes_done: 100_000, nodes_total: 100_000 });
  });
});
