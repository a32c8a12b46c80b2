import { afterEach, describe, expect, it } from 'vitest';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { AutoEngine } from './auto-engine';
import { openDouble, type DoubleHost } from './comfyui/testing/double-host';
import { recording } from './comfyui/testing/recordings';
import { runGraph, startRun } from './comfyui/testing/run-graph';
import type { Engine } from './engine';

const OWN_CLASSES: NodeDefinitions = {
  EmptyImage: { name: 'EmptyImage', input: {}, output: ['IMAGE'] },
  SaveImage: { name: 'SaveImage', input: {}, output_node: true },
  OnlyHere: { name: 'OnlyHere', input: {}, output_node: true },
};

/** An engine of ours that says so in a log line. */
function embedded(): Engine {
  return {
    name: 'embedded',
    parallel: 1,
    health: () => ({ isReady: true, label: 'embedded' }),
    definitions: () => Promise.resolve(OWN_CLASSES),
    run(_request, report) {
      report({ kind: 'log', level: 'info', message: 'embedded' });
      return Promise.resolve({ kind: 'succeeded' });
    },
    close: () => Promise.resolve(),
  };
}

const frames = recording('steps-and-frames');
const ownGraph = { '1': { class_type: 'EmptyImage', inputs: {} }, '2': { class_type: 'SaveImage', inputs: {} } };
const onlyHere = { '1': { class_type: 'OnlyHere', inputs: {} } };
const EMBEDDED = { kind: 'log', level: 'info', message: 'embedded' };

let host: DoubleHost;
afterEach(() => host.close());

describe('--engine auto', () => {
  it('is ComfyUI when it answers, says so, and runs there what it knows', async () => {
    host = await openDouble(frames);
    const auto = new AutoEngine({ comfyui: host.engine, embedded: embedded() });
    expect(auto.name).toBe('comfyui');
    expect(auto.health().label).toBe('ComfyUI 0.3.64');
    const { outcome, events } = await runGraph(auto, frames.graph);
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(events).not.toContainEqual(EMBEDDED);
  });

  it('runs classes of our own here, and offers both kinds', async () => {
    host = await openDouble(frames);
    const auto = new AutoEngine({ comfyui: host.engine, embedded: embedded() });
    expect(await auto.definitions()).toMatchObject({ OnlyHere: {}, KSampler: {} });
    const { events } = await runGraph(auto, onlyHere);
    expect(events).toEqual([EMBEDDED]);
    expect(host.double.submissions).toEqual([]);
  });

  it('is the embedded engine until ComfyUI answers for the first time', async () => {
    host = await openDouble(frames);
    await host.double.stop();
    const late = await host.reopen();
    const auto = new AutoEngine({ comfyui: late, embedded: embedded() });
    expect(auto.health()).toEqual({ isReady: true, label: 'embedded' });
    expect((await runGraph(auto, ownGraph)).events).toEqual([EMBEDDED]);
    await host.double.start();
    await host.untilReady(true, late);
    expect(auto.health().label).toBe('ComfyUI 0.3.64');
  });

  it('lets jobs wait when ComfyUI goes away: they were made for it', async () => {
    host = await openDouble(frames);
    const auto = new AutoEngine({ comfyui: host.engine, embedded: embedded() });
    expect(auto.health().isReady).toBe(true);
    await host.double.stop();
    await host.untilReady(false);
    expect(auto.health()).toMatchObject({
      isReady: false,
      waitingReason: expect.stringMatching(/^ComfyUI does not answer at .+ Jobs wait until it does$/) as string,
    });
  });

  it('keeps a job of an earlier life for ComfyUI, when only that has its classes', async () => {
    host = await openDouble(frames);
    await host.double.stop();
    const late = await host.reopen();
    const auto = new AutoEngine({ comfyui: late, embedded: embedded() });
    const run = startRun(auto, frames.graph);
    await host.double.start();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(host.double.executions).toEqual([run.jobId]);
  });
});
