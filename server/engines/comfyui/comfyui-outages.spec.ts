import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GATEWAY_CLOSES } from '../engine';
import { openDouble, type DoubleHost } from './testing/double-host';
import { recording } from './testing/recordings';
import { firstEvent, logOf, runGraph, stallsOf, startRun } from './testing/run-graph';

const frames = recording('steps-and-frames');
const kinds = recording('output-kinds');
/** Number of images that are sent as frames only; the others are files. */
const FRAMES = 3;
const FILES = 3;
const save = recording('one-save');

let host: DoubleHost;
beforeEach(async () => {
  host = await openDouble(frames, kinds, save);
});
afterEach(() => host.close());

describe('an unreachable ComfyUI', () => {
  it('is reported with the reason why jobs wait, and with name and version once it is reachable', async () => {
    const { engine, double } = host;
    expect(engine.health()).toEqual({ isReady: true, label: 'ComfyUI 0.3.64' });
    await double.stop();
    await host.untilReady(false);
    expect(engine.health()).toEqual({
      isReady: false,
      label: 'ComfyUI 0.3.64',
      waitingReason: `ComfyUI does not respond at ${double.url}. Jobs wait until it does`,
    });
    double.version = '0.4.0';
    await double.start();
    await host.untilReady(true);
    expect(engine.health().label).toBe('ComfyUI 0.4.0');
  });

  it('is named without control characters and at most 200 characters of its version', async () => {
    const { engine, double } = host;
    await double.stop();
    await host.untilReady(false);
    double.version = `0.4\u001b[31m\u009b31m\u0085\n\u007f.0${'x'.repeat(1000)}`;
    await double.start();
    await host.untilReady(true);
    const { label } = engine.health();
    expect(label).toMatch(/^ComfyUI 0\.4\[31m31m\.0x+$/);
    expect(label.length).toBeLessThan(220);
  });

  it('runs a job that is submitted at that moment once it is reachable again', async () => {
    const { engine, double } = host;
    await double.stop();
    const run = startRun(engine, frames.graph);
    await host.untilReady(false);
    await double.start();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(double.executions).toEqual([run.jobId]);
    expect(logOf(run.events)).toContain('ComfyUI is not responding; waiting for it');
    expect(stallsOf(run.events)).toEqual(['ComfyUI is not responding; waiting for it', null]);
  });

  it('is reported for a job that was running there, and so is the resumption', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, save.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.isMute = true;
    double.dropSockets();
    await firstEvent(run, (event) => event.kind === 'stall' && event.reason !== null);
    double.isMute = false;
    await firstEvent(run, (event) => event.kind === 'stall' && event.reason === null);
    double.release();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(stallsOf(run.events)).toEqual(['ComfyUI is not responding; waiting for it', null]);
  });

  it('still provides its cached definitions', async () => {
    const { engine, double } = host;
    const before = await engine.definitions();
    expect(before).toHaveProperty('EmptyImage');
    await double.stop();
    expect(await engine.definitions()).toEqual(before);
  });
});

describe('the ComfyUI queue', () => {
  it('is reported for a job that waits behind others, until it runs', async () => {
    const { engine, double } = host;
    double.holdBefore('progress');
    double.queueForeign(recording('interrupted'), 'somebody-else');
    await double.until(() => double.isRunning('somebody-else'));
    const run = startRun(engine, save.graph);
    await firstEvent(run, (event) => event.kind === 'stall');
    double.release();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(stallsOf(run.events)).toEqual(["Waits in ComfyUI's own queue behind 1 other job", null]);
  });
});

describe('a ComfyUI that responds but runs nothing', () => {
  it('is reported for the job that waits there, which runs after a restart', async () => {
    const { engine, double } = host;
    double.isWorkerDead = true;
    const run = startRun(engine, save.graph);
    await firstEvent(run, (event) => event.kind === 'stall' && event.reason !== null);
    double.isWorkerDead = false;
    await double.restart();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(double.executions).toEqual([run.jobId]);
    const words = 'ComfyUI responds but does not start the jobs in its queue. Restart ComfyUI; this job then continues';
    expect(logOf(run.events)).toContain(words);
    expect(stallsOf(run.events)[0]).toBe(words);
    expect(stallsOf(run.events).at(-1)).toBeNull();
  });
});

describe('a dropped WebSocket connection', () => {
  it('in the middle of a run loses nothing', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, save.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.dropSockets();
    await double.until(() => double.hasClient(run.jobId));
    double.release();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FILES);
    expect(double.executions).toEqual([run.jobId]);
  });

  it.each([
    ['its pictures were sent', 'binary'],
    ['it began', 'execution_start'],
  ])('before %s fails a job whose images are sent only as frames, since its outputs are missing', async (_, type) => {
    const { engine, double } = host;
    double.holdBefore(type);
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.isMute = true;
    double.dropSockets();
    double.release();
    await double.until(() => !double.isRunning(run.jobId));
    double.isMute = false;
    expect((await run.ended).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'output_unavailable', node_id: '2', class_type: 'SaveImageWebsocket' },
    });
  });

  it('after all images were received loses nothing', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.dropSockets();
    await double.until(() => double.hasClient(run.jobId));
    double.release();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FRAMES + FILES);
  });

  it('during which the run finishes makes the engine read the outcome from the history', async () => {
    const { engine, double } = host;
    double.holdBefore('execution_cached');
    const run = startRun(engine, kinds.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.dropSockets();
    double.release();
    const { outcome, outputs, events } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    const finished = events.filter((event) => event.kind === 'node' && event.state === 'done');
    expect(finished).toHaveLength(Object.keys(kinds.graph).length);
  });
});

describe('a run that the history reports as finished before its last frames arrive', () => {
  it('waits for images that are sent only as frames', async () => {
    const { engine, double } = host;
    double.keepFrames();
    const run = startRun(engine, frames.graph);
    await double.until(() => double.endsTold.has(run.jobId));
    double.sendKept();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FRAMES + FILES);
  });

  it('fails if they do not arrive', async () => {
    const { engine, double } = host;
    double.keepFrames();
    expect((await runGraph(engine, frames.graph)).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'output_unavailable', node_id: '2' },
    });
  });

  it('can be canceled in the meantime', async () => {
    const { engine, double } = host;
    double.keepFrames();
    const run = startRun(engine, frames.graph);
    let files = 0;
    await firstEvent(run, (event) => event.kind === 'output' && (files += 1) === FILES);
    await new Promise((resolve) => setImmediate(resolve));
    run.abort();
    expect((await run.ended).outcome).toEqual({ kind: 'canceled' });
  });
});

describe('a lost response', () => {
  it.each(['cut-after', 'cut-before'] as const)('to a submission (%s) leads to exactly one run', async (fault) => {
    const { engine, double } = host;
    double.failNext('/prompt', fault);
    const run = startRun(engine, kinds.graph);
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(double.executions).toEqual([run.jobId]);
  });

  it.each(['/view', '/history', '/queue'])('to %s is requested again', async (path) => {
    const { engine, double } = host;
    const run = startRun(engine, kinds.graph);
    const exact = path === '/history' ? `/history/${run.jobId}` : path;
    for (const fault of ['cut-before', 'error-500', 'cut-after'] as const) double.failNext(exact, fault);
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(double.executions).toEqual([run.jobId]);
  });
});

describe('a restart of ComfyUI', () => {
  it('while a job runs fails the job as lost, and runs nothing twice', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    await double.restart();
    double.release();
    expect((await run.ended).outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_lost' } });
    expect(double.executions).toEqual([run.jobId]);
  });

  it('before a job started submits the job again', async () => {
    const { engine, double } = host;
    double.holdBefore('progress');
    double.queueForeign(recording('interrupted'), 'somebody-else');
    await double.until(() => double.isRunning('somebody-else'));
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isPending(run.jobId) && double.hasClient(run.jobId));
    await double.restart();
    double.release();
    expect((await run.ended).outcome).toEqual({ kind: 'succeeded' });
    expect(double.submissions.map(({ promptId }) => promptId)).toEqual([run.jobId, run.jobId]);
    expect(double.executions.filter((id) => id === run.jobId)).toHaveLength(1);
  });

  it('after a job finished, but before its outcome was read, loses nothing', async () => {
    const { engine, double } = host;
    const run = startRun(engine, frames.graph);
    // All frames but the last one were received.
    double.failNext(`/history/${run.jobId}`, 'cut-before');
    await double.until(() => double.requests.some((line) => line.includes('/view')));
    await double.restart();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FRAMES + FILES);
    expect(double.executions).toEqual([run.jobId]);
  });

  it('fails a job with a clear message if another client removed it from the queue', async () => {
    const { engine, double } = host;
    double.holdBefore('progress');
    double.queueForeign(recording('interrupted'), 'somebody-else');
    await double.until(() => double.isRunning('somebody-else'));
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isPending(run.jobId));
    await double.until(() => double.requests.filter((line) => line === 'GET /queue').length > 0);
    double.removePending(run.jobId);
    expect((await run.ended).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'engine_lost', message: 'This job was removed from the queue of ComfyUI before it ran' },
    });
    expect(double.submissions).toHaveLength(1);
  });
});

describe('a restart of the gateway', () => {
  it('does not affect the run, which is resumed', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const before = startRun(engine, kinds.graph);
    await double.until(() => double.isHeld(before.jobId));
    before.abort(GATEWAY_CLOSES);
    await before.ended;
    await engine.close();
    expect(double.requests).not.toContain('POST /interrupt');
    const next = await host.reopen();
    expect(next.resumes(before.jobId)).toBe(true);
    const again = startRun(next, kinds.graph, { jobId: before.jobId });
    await double.until(() => double.hasClient(before.jobId));
    double.release();
    const { outcome, outputs } = await again.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(double.executions).toEqual([before.jobId]);
    next.release(before.jobId);
    expect(next.resumes(before.jobId)).toBe(false);
  });

  it('reads a run that finished in the meantime from the history', async () => {
    const { engine, double } = host;
    double.holdBefore('execution_success');
    const before = startRun(engine, kinds.graph);
    await double.until(() => double.isHeld(before.jobId));
    before.abort(GATEWAY_CLOSES);
    await before.ended;
    await engine.close();
    double.release();
    await double.until(() => !double.isRunning(before.jobId));
    const { outcome, outputs } = await runGraph(await host.reopen(), kinds.graph, { jobId: before.jobId });
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(double.submissions).toHaveLength(1);
  });

  it('fails runs as lost that ComfyUI no longer knows, even if it is unknown whether they ran', async () => {
    const { engine, double } = host;
    const done = await runGraph(engine, kinds.graph, { jobId: '00000000-0000-4000-8000-000000000001' });
    expect(done.outcome).toEqual({ kind: 'succeeded' });
    double.forgetHistory();
    const again = await runGraph(await host.reopen(), kinds.graph, { jobId: '00000000-0000-4000-8000-000000000001' });
    expect(again.outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_lost' } });
    expect(double.executions).toHaveLength(1);
  });
});

describe('a job that is canceled while ComfyUI is unreachable', () => {
  it('is canceled at once, and is removed from ComfyUI once it is reachable', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    // Only the connection is lost: requests fail, but the run continues.
    double.dropSockets();
    double.isMute = true;
    await host.untilReady(false);
    run.abort();
    expect((await run.ended).outcome).toEqual({ kind: 'canceled' });
    engine.release(run.jobId);
    double.isMute = false;
    await double.until(() => !double.isRunning(run.jobId));
    expect(double.requests).toContain('POST /interrupt');
  });

  it('is removed from ComfyUI even after a gateway restart', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    run.abort(GATEWAY_CLOSES);
    await run.ended;
    await engine.close();
    const next = await host.reopen();
    // The job is stored as `canceled`, so this run is not resumed.
    next.release(run.jobId);
    await double.until(() => !double.isRunning(run.jobId));
    expect(double.requests).toContain('POST /interrupt');
  });
});
