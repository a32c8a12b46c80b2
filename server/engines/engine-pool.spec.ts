import { afterEach, describe, expect, it } from 'vitest';
import { EnginePool } from './engine-pool';
import type { PooledEngine } from './pool-member';
import { openDouble, type DoubleHost } from './comfyui/testing/double-host';
import { recording } from './comfyui/testing/recordings';
import { runGraph, startRun } from './comfyui/testing/run-graph';
import { OWN_LINE, ownEngine } from './testing/own-engine';

const START = { kind: 'start' };
const frames = recording('steps-and-frames');
const ownGraph = { '1': { class_type: 'EmptyImage', inputs: {} }, '2': { class_type: 'SaveImage', inputs: {} } };
const onlyHere = { '1': { class_type: 'OnlyHere', inputs: {} } };

const autoPool = (engine: PooledEngine) =>
  new EnginePool({ engines: [{ name: 'one', url: engine.comfyui().url }], open: () => engine, embedded: ownEngine() });

let host: DoubleHost;
afterEach(() => host.close());

describe('--engine auto', () => {
  it('is ComfyUI if it responds, reports so, and runs known classes there', async () => {
    host = await openDouble(frames);
    const auto = autoPool(host.engine);
    expect(auto.name).toBe('comfyui');
    expect(auto.health().label).toBe('ComfyUI 0.3.64');
    const { outcome, events } = await runGraph(auto, frames.graph);
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(events).not.toContainEqual(OWN_LINE);
  });

  it('runs Flowdeck classes on the embedded engine, and offers the classes of both', async () => {
    host = await openDouble(frames);
    const auto = autoPool(host.engine);
    expect(await auto.definitions()).toMatchObject({ OnlyHere: {}, KSampler: {} });
    const { events } = await runGraph(auto, onlyHere);
    expect(events).toEqual([START, OWN_LINE]);
    expect(host.double.submissions).toEqual([]);
  });

  it('is the embedded engine until ComfyUI responds for the first time', async () => {
    host = await openDouble(frames);
    await host.double.stop();
    const late = await host.reopen();
    const auto = autoPool(late);
    expect(auto.health()).toEqual({ isReady: true, label: 'embedded' });
    expect((await runGraph(auto, ownGraph)).events).toEqual([START, OWN_LINE]);
    await host.double.start();
    await host.untilReady(true, late);
    expect(auto.health().label).toBe('ComfyUI 0.3.64');
  });

  it('is the embedded engine without any ComfyUI, and again once the only one is removed', async () => {
    host = await openDouble(frames);
    const named = { name: 'one', url: host.double.url };
    const auto = new EnginePool({ engines: [], open: () => host.engine, embedded: ownEngine() });
    expect(auto.health()).toEqual({ isReady: true, label: 'embedded' });
    expect((await runGraph(auto, ownGraph)).events).toEqual([START, OWN_LINE]);
    auto.configure([named]);
    expect(auto.health().label).toBe('ComfyUI 0.3.64');
    auto.configure([]);
    expect([auto.comfyui(), auto.health()]).toEqual([null, { isReady: true, label: 'embedded' }]);
    expect(await auto.definitions()).not.toHaveProperty('KSampler');
    expect((await runGraph(auto, ownGraph)).events).toEqual([START, OWN_LINE]);
  });

  it('lets jobs wait if ComfyUI becomes unreachable, since they are meant for it', async () => {
    host = await openDouble(frames);
    const auto = autoPool(host.engine);
    expect(auto.health().isReady).toBe(true);
    await host.double.stop();
    await host.untilReady(false);
    expect(auto.health()).toMatchObject({
      isReady: false,
      waitingReason: expect.stringMatching(
        /^ComfyUI does not respond at .+ Jobs wait until it does, but for those/,
      ) as string,
    });
  });

  it('reports whether a job waits for ComfyUI, and uses no slot for waiting jobs', async () => {
    host = await openDouble(frames);
    const auto = autoPool(host.engine);
    await auto.definitions();
    const reasonOf = (...classes: string[]) => auto.waitsFor({ jobId: 'a', needs: () => ({ classes, texts: [] }) });
    expect([reasonOf('OnlyHere'), reasonOf('KSampler'), auto.parallel]).toEqual([null, null, 1]);
    host.double.holdBefore('executed');
    const run = startRun(auto, frames.graph);
    await host.double.until(() => host.double.isHeld(run.jobId));
    expect(auto.parallel).toBe(1);
    await host.double.stop();
    await host.untilReady(false);
    expect(reasonOf('OnlyHere', 'SaveImage')).toBeNull();
    // Classes that both engines have are run by ComfyUI.
    for (const classes of [['SaveImage'], ['KSampler'], ['OnlyHere', 'KSampler']]) {
      expect(reasonOf(...classes)).toMatch(/^ComfyUI does not respond/);
    }
    expect(auto.parallel).toBe(2);
    await host.double.start();
    await run.ended;
    expect(auto.parallel).toBe(1);
  });

  it('lets a job of a previous process wait for ComfyUI if only that has its classes', async () => {
    host = await openDouble(frames);
    await host.double.stop();
    const late = await host.reopen();
    const auto = autoPool(late);
    const run = startRun(auto, frames.graph);
    await host.double.start();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(host.double.executions).toEqual([run.jobId]);
  });
});
