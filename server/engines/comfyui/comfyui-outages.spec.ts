import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GATEWAY_CLOSES } from '../engine';
import { openDouble, type DoubleHost } from './testing/double-host';
import { recording } from './testing/recordings';
import { firstEvent, logOf, runGraph, stallsOf, startRun } from './testing/run-graph';

const frames = recording('steps-and-frames');
const kinds = recording('output-kinds');
/** Pictures that are frames only; the others lie in files. */
const FRAMES = 3;
const FILES = 3;
const save = recording('one-save');

let host: DoubleHost;
beforeEach(async () => {
  host = await openDouble(frames, kinds, save);
});
afterEach(() => host.close());

describe('a ComfyUI that is away', () => {
  it('is told by name and version when it is there, with the reason why jobs wait when it is not', async () => {
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

  it('keeps a job that was handed over in that moment until it is back', async () => {
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

  it('is told of a job while it runs there, too, and that it goes on', async () => {
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

  it('still has its definitions known', async () => {
    const { engine, double } = host;
    const before = await engine.definitions();
    expect(before).toHaveProperty('EmptyImage');
    await double.stop();
    expect(await engine.definitions()).toEqual(before);
  });
});

describe("ComfyUI's own queue", () => {
  it('is told of a job while it waits there behind others, until it runs', async () => {
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

describe('a ComfyUI that answers, but runs nothing', () => {
  it('is told of the job that waits there, which runs after a restart', async () => {
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

describe('a socket that drops', () => {
  it('in the middle of a run costs nothing', async () => {
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
  ])('before %s fails a job whose pictures are only sent: it is not done without its outputs', async (_, type) => {
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

  it('after all pictures were heard costs nothing either', async () => {
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

  it('and a run that ends while nobody listens is read from the history', async () => {
    const { engine, double } = host;
    double.holdBefore('execution_cached');
    const run = startRun(engine, kinds.graph);
    await double.until(() => double.isHeld(run.jobId));
    double.dropSockets();
    double.release();
    const { outcome, outputs, events } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    const ended = events.filter((event) => event.kind === 'node' && event.state === 'done');
    expect(ended).toHaveLength(Object.keys(kinds.graph).length);
  });
});

describe('a run whose end the history tells before its last frames come', () => {
  it('waits for pictures that are frames only', async () => {
    const { engine, double } = host;
    double.keepFrames();
    const run = startRun(engine, frames.graph);
    await double.until(() => double.endsTold.has(run.jobId));
    double.sendKept();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FRAMES + FILES);
  });

  it('fails when they do not come', async () => {
    const { engine, double } = host;
    double.keepFrames();
    expect((await runGraph(engine, frames.graph)).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'output_unavailable', node_id: '2' },
    });
  });

  it('is canceled meanwhile', async () => {
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

describe('an answer that gets lost', () => {
  it.each(['cut-after', 'cut-before'] as const)('at the submission (%s) makes one run', async (fault) => {
    const { engine, double } = host;
    double.failNext('/prompt', fault);
    const run = startRun(engine, kinds.graph);
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(10);
    expect(double.executions).toEqual([run.jobId]);
  });

  it.each(['/view', '/history', '/queue'])('at %s is asked for again', async (path) => {
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
  it('while it ran a job ends the job as lost, and nothing runs twice', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    await double.restart();
    double.release();
    expect((await run.ended).outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_lost' } });
    expect(double.executions).toEqual([run.jobId]);
  });

  it('before it began a job sends the job again', async () => {
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

  it('after a job ended, and before that was read, loses nothing', async () => {
    const { engine, double } = host;
    const run = startRun(engine, frames.graph);
    // Everything was told but the very last frame.
    double.failNext(`/history/${run.jobId}`, 'cut-before');
    await double.until(() => double.requests.some((line) => line.includes('/view')));
    await double.restart();
    const { outcome, outputs } = await run.ended;
    expect(outcome).toEqual({ kind: 'succeeded' });
    expect(outputs).toHaveLength(FRAMES + FILES);
    expect(double.executions).toEqual([run.jobId]);
  });

  it('is survived by a job that somebody takes out of the queue: it ends with a sentence', async () => {
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
  it('leaves the run alone, and finds it again', async () => {
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

  it('reads a run that ended meanwhile from the history', async () => {
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

  it('ends as lost what ComfyUI forgot, also when nobody knows whether it ran', async () => {
    const { engine, double } = host;
    const done = await runGraph(engine, kinds.graph, { jobId: '00000000-0000-4000-8000-000000000001' });
    expect(done.outcome).toEqual({ kind: 'succeeded' });
    double.forgetHistory();
    const again = await runGraph(await host.reopen(), kinds.graph, { jobId: '00000000-0000-4000-8000-000000000001' });
    expect(again.outcome).toMatchObject({ kind: 'failed', error: { code: 'engine_lost' } });
    expect(double.executions).toHaveLength(1);
  });
});

describe('a job that is canceled while ComfyUI is away', () => {
  it('ends at once, and is taken back when ComfyUI returns', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    // Only the gateway loses sight of it: requests fail, and the run goes on.
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

  it('is taken back by the next life of the gateway, too', async () => {
    const { engine, double } = host;
    double.holdBefore('executed');
    const run = startRun(engine, frames.graph);
    await double.until(() => double.isHeld(run.jobId));
    run.abort(GATEWAY_CLOSES);
    await run.ended;
    await engine.close();
    const next = await host.reopen();
    // The store says `canceled`: nobody takes this run up again.
    next.release(run.jobId);
    await double.until(() => !double.isRunning(run.jobId));
    expect(double.requests).toContain('POST /interrupt');
  });
});
