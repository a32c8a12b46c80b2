import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, firstEvent, logOf, runGraph, startRun } from '../run-graph';
import { openLiveEngine, type LiveEngine } from './live-engine';
import { SCENARIOS, type Scenario } from './scenarios';

const LONG_STEPS = 100;
/** The mask selects no pixels, so that no version can create an image from it. */
const EMPTY_PICTURE: Scenario['graph'] = {
  1: { class_type: 'SolidMask', inputs: { value: 1, width: 16, height: 16 } },
  2: { class_type: 'CropMask', inputs: { mask: ['1', 0], x: 100, y: 100, width: 8, height: 8 } },
  3: { class_type: 'MaskToImage', inputs: { mask: ['2', 0] } },
  4: { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'recorded/never' } },
};

let live: LiveEngine;
beforeAll(async () => {
  live = await openLiveEngine();
});
afterAll(() => live.close());

const graphOf = (name: string): Scenario['graph'] => {
  const found = SCENARIOS.find((scenario) => scenario.name === name);
  if (!found) throw new Error(`There is no scenario ${name}`);
  return found.graph;
};

describe('a real ComfyUI', () => {
  it('responds and reports its version', () => {
    expect(live.engine.health()).toEqual({
      isReady: true,
      label: expect.stringMatching(/^ComfyUI \d+\.\d+/) as string,
    });
  });

  it('describes its classes, and a graph of them is valid', async () => {
    const definitions = await live.engine.definitions();
    expect(Object.keys(definitions ?? {}).length).toBeGreaterThan(100);
    expect(definitions?.['SaveImage']).toMatchObject({ output_node: true });
  });

  it('returns every kind of output', async () => {
    const { outcome, outputs } = await runGraph(live.engine, graphOf('output-kinds'));
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs.map(({ nodeId, type }) => `${nodeId} ${type}`).sort()).toEqual([
      '10 latent',
      '12 audio',
      '13 text',
      '2 image',
      '2 image',
      '3 image',
      '3 image',
      '4 text',
      '6 image',
      '8 video',
    ]);
    for (const output of outputs) expect((await bytesOf(output)).byteLength).toBeGreaterThan(0);
  });

  it('returns them again when all nodes are cached', async () => {
    const { outcome, outputs, events } = await runGraph(live.engine, graphOf('all-cached'));
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(events).toContainEqual({ kind: 'node', nodeId: '1', state: 'cached' });
  });

  it('sends steps and images', async () => {
    const { outputs, events } = await runGraph(live.engine, graphOf('steps-and-frames'));
    expect(outputs.filter(({ nodeId }) => nodeId === '2')).toHaveLength(3);
    expect(events.filter(({ kind }) => kind === 'step').length).toBeGreaterThan(2);
  });

  it('reports where and why a node failed', async () => {
    const { outcome } = await runGraph(live.engine, EMPTY_PICTURE);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'node_execution_error',
        node_id: '3',
        class_type: 'MaskToImage',
        traceback: expect.stringMatching(/^Traceback[\s\S]+RuntimeError: /) as string,
      },
    });
  });

  it.each(['refused', 'unknown-class'])('rejects what it cannot run (%s)', async (name) => {
    const { outcome } = await runGraph(live.engine, graphOf(name));
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'workflow_refused' } });
  });

  it('runs the valid outputs of a graph, and reports the rejected nodes of the others', async () => {
    const { outcome, outputs, events } = await runGraph(live.engine, graphOf('partly-refused'));
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs.map(({ nodeId }) => nodeId)).toEqual(['2']);
    expect(logOf(events)).toContainEqual(expect.stringMatching(/^Node 3: .+skips the outputs that need it/));
  });

  it('stops in the middle of a run', async () => {
    const run = startRun(live.engine, longGraph());
    await firstEvent(run, (event) => event.kind === 'node' && event.state === 'done');
    run.abort();
    expect((await run.ended).outcome).toEqual({ kind: 'canceled' });
    expect(logOf(run.events)).toContain('Submitted to ComfyUI');
  });

  it('removes a prompt from its queue while another one runs', async () => {
    const other = await openLiveEngine();
    const long = startRun(other.engine, longGraph());
    await firstEvent(long, (event) => event.kind === 'node' && event.state === 'done');
    const waits = startRun(live.engine, graphOf('output-kinds'));
    await firstEvent(waits, (event) => event.kind === 'log' && event.message.startsWith('Waits'));
    waits.abort();
    expect((await waits.ended).outcome).toEqual({ kind: 'canceled' });
    long.abort();
    expect((await long.ended).outcome).toEqual({ kind: 'canceled' });
    await other.close();
  });
});

/**
 * Several seconds of work that can be interrupted between nodes. Frames are unsuitable: the run is far ahead of its messages.
 */
function longGraph(): Scenario['graph'] {
  const color = Math.floor(Math.random() * 0xffffff);
  const graph: Scenario['graph'] = {
    0: { class_type: 'EmptyImage', inputs: { width: 512, height: 512, batch_size: 1, color } },
  };
  for (let step = 1; step <= LONG_STEPS; step += 1) {
    const side = 1600 + (step % 2);
    const inputs = {
      image: [String(step - 1), 0],
      upscale_method: 'lanczos',
      width: side,
      height: side,
      crop: 'disabled',
    };
    graph[step] = { class_type: 'ImageScale', inputs };
  }
  graph['save'] = {
    class_type: 'SaveImage',
    inputs: { images: [String(LONG_STEPS), 0], filename_prefix: 'recorded/long' },
  };
  return graph;
}
