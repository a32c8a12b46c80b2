import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ComfyuiDouble } from './testing/comfyui-double';
import { PoolHost } from './testing/pool-host';
import { recording, recordedText } from './testing/recordings';

vi.setConfig({ testTimeout: 60_000 });

const save = recording('one-save');
const SAVED = 3;

let host: PoolHost;
let doubles: [ComfyuiDouble, ComfyuiDouble];

beforeEach(async () => {
  host = await PoolHost.open(2, save);
  doubles = host.doubles as [ComfyuiDouble, ComfyuiDouble];
});
afterEach(() => host.close());

it('fifty jobs run on two ComfyUIs, while each is killed five times and the gateway twice', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 50; count += 1) ids.push(await host.submit(save.graph));
  const ran = () => doubles.reduce((sum, { executions }) => sum + executions.length, 0);
  for (let round = 1; round <= 5; round += 1) {
    await Promise.race(doubles.map((double) => double.until(() => ran() >= round * 7)));
    for (const double of doubles) await double.restart();
    if (round > 3) await host.restartGateway();
  }
  const jobs = [];
  for (const id of ids) jobs.push(await host.ended(id));
  const executions = doubles.flatMap((double) => double.executions);
  expect(new Set(executions).size).toBe(executions.length);
  const done = jobs.filter(({ status }) => status === 'succeeded');
  expect(done.map(({ outputs }) => outputs.length)).toEqual(done.map(() => SAVED));
  for (const job of done) {
    const index = doubles.findIndex((double) => double.executions.includes(job.id));
    expect(job).toMatchObject({ engine: `gpu-${index}` });
  }
  const lost = jobs.filter(({ status }) => status !== 'succeeded');
  expect(lost.map(({ status, error }) => [status, error?.code])).toEqual(lost.map(() => ['failed', 'engine_lost']));
  expect(lost.length).toBeLessThanOrEqual(10);
  expect(doubles.every(({ executions }) => executions.length > 5)).toBe(true);
});

it('a job on a ComfyUI that is no longer configured fails, and does not run on another one', async () => {
  const [first, second] = doubles;
  for (const double of doubles) double.holdBefore('executed');
  const ids = [await host.submit(save.graph), await host.submit(save.graph), await host.submit(save.graph)];
  await first.until(() => first.isHeld(ids[0] ?? ''));
  await second.until(() => second.isHeld(ids[1] ?? ''));
  await host.restartGateway(host.named().slice(0, 1));
  expect(host.pool.engines()).toMatchObject([
    { name: 'gpu-0', state: 'active', jobs: [ids[0]] },
    { name: 'gpu-1', state: 'removed', jobs: [ids[1]] },
  ]);
  for (const double of doubles) double.release();
  for (const id of ids) expect(await host.ended(id)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
  expect([first.executions, second.executions]).toEqual([[ids[0], ids[2]], [ids[1]]]);
  await vi.waitFor(() => expect(host.pool.engines()).toHaveLength(1), { timeout: 15_000 });
});

it('the classes of both are offered, and a job runs on the ComfyUI that has its class', async () => {
  const [first, second] = doubles;
  const known = JSON.parse(recordedText('object-info')) as Record<string, object>;
  const { SaveImage: _without, ...others } = known;
  first.describes(JSON.stringify({ ...others, OnlyFirst: { ...known['SaveImage'], name: 'OnlyFirst' } }));
  await host.restartGateway();
  expect(await host.pool.definitions()).toMatchObject({ SaveImage: {}, OnlyFirst: {} });
  const id = await host.submit(save.graph);
  expect(await host.ended(id)).toMatchObject({ status: 'succeeded', engine: 'gpu-1' });
  expect([first.executions, second.executions]).toEqual([[], [id]]);
});

it('the console can drain an engine, and an unknown engine is rejected', async () => {
  const [first, second] = doubles;
  first.holdBefore('executed');
  const running = await host.submit(save.graph);
  await first.until(() => first.isHeld(running));
  const drain = (name: string, draining: unknown) => host.post('/console/engines/drain', { name, draining });
  const status = await drain('gpu-0', true);
  expect(await status.json()).toMatchObject({
    engines: [{ name: 'gpu-0', state: 'draining', drainedBy: 'console', jobs: [running] }, { state: 'active' }],
  });
  const others = [await host.submit(save.graph), await host.submit(save.graph)];
  for (const id of others) await host.ended(id);
  first.release();
  expect(await host.ended(running)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
  expect([first.executions, second.executions]).toEqual([[running], others]);
  expect((await drain('gpu-0', false)).status).toBe(200);
  expect(host.pool.engines()).toMatchObject([{ state: 'active' }, { state: 'active' }]);
  const rejected = [await drain('gpu-9', true), await drain('embedded', true), await drain('gpu-0', 'yes')];
  expect(rejected.map((response) => response.status)).toEqual([404, 404, 400]);
});

it('a job on a ComfyUI that does not respond can be canceled and run on the other one, and is stopped there later', async () => {
  const [first, second] = doubles;
  first.holdBefore('executed');
  const lost = await host.submit(save.graph);
  await first.until(() => first.isHeld(lost));
  first.isMute = true;
  first.dropSockets();
  const stalled = { message: 'ComfyUI is not responding; waiting for it', stalled: true };
  await vi.waitFor(async () => expect(await host.job(lost)).toMatchObject({ status: 'running', progress: stalled }), {
    timeout: 15_000,
  });
  await vi.waitFor(() => expect(host.pool.engines()[0]).toMatchObject({ comfyui: { state: 'away' }, jobs: [lost] }), {
    timeout: 15_000,
  });
  await host.post(`/api/v2/jobs/${lost}/cancel`, {});
  const left = `ComfyUI at ${first.url} does not respond and may still run this job. It is removed there once ComfyUI responds`;
  expect(await host.ended(lost)).toMatchObject({
    status: 'canceled',
    error: null,
    progress: { message: left, stalled: true, current_node: null },
  });
  expect(await (await host.fetch(`/api/v2/jobs/${lost}/logs`)).text()).toContain(left);
  expect(host.pool.engines()[0]).toMatchObject({ jobs: [] });
  const again = await host.submit(save.graph);
  expect(await host.ended(again)).toMatchObject({ status: 'succeeded', engine: 'gpu-1' });
  first.isMute = false;
  await first.until(() => !first.isRunning(lost));
  expect(first.requests).toContain('POST /interrupt');
  expect(await host.job(lost)).toMatchObject({ status: 'canceled', outputs: [] });
  expect([first.executions, second.executions]).toEqual([[lost], [again]]);
});

it('a job in the queue of a ComfyUI that does not respond is canceled with a note, and removed there later', async () => {
  const [first, second] = doubles;
  const other = recording('interrupted');
  first.plays(other);
  first.holdBefore('progress');
  first.queueForeign(other, 'somebody-else');
  await first.until(() => first.isHeld('somebody-else'));
  const id = await host.submit(save.graph);
  await first.until(() => first.isPending(id));
  first.isMute = true;
  first.dropSockets();
  await vi.waitFor(() => expect(host.pool.engines()[0]?.comfyui?.state).toBe('away'), { timeout: 15_000 });
  await host.post(`/api/v2/jobs/${id}/cancel`, {});
  expect(await host.job(id)).toMatchObject({
    status: 'canceled',
    started_at: null,
    progress: { message: expect.stringContaining('may still run this job') as string, stalled: true },
  });
  first.isMute = false;
  await first.until(() => !first.isPending(id));
  expect([first.requests, first.executions, second.executions]).toMatchObject([
    expect.not.arrayContaining(['POST /interrupt']),
    ['somebody-else'],
    [],
  ]);
});

it('a job finishes at its original URL if the name of its engine is configured with another URL', async () => {
  const [first, second] = doubles;
  const moved = new ComfyuiDouble();
  moved.plays(save);
  await moved.start();
  try {
    first.holdBefore('executed');
    const running = await host.submit(save.graph);
    await first.until(() => first.isHeld(running));
    host.pool.configure([{ name: 'gpu-0', url: moved.url }]);
    expect(host.pool.engines()).toMatchObject([
      { name: 'gpu-0', state: 'draining', movesTo: moved.url, comfyui: { url: first.url }, jobs: [running] },
    ]);
    const next = await host.submit(save.graph);
    expect(await host.job(next)).toMatchObject({
      status: 'queued',
      progress: { message: 'Waits for gpu-0, which is draining' },
    });
    first.release();
    expect(await host.ended(running)).toMatchObject({ status: 'succeeded', outputs: { length: SAVED } });
    expect(await host.ended(next)).toMatchObject({ status: 'succeeded', engine: 'gpu-0' });
    expect(host.pool.engines()).toMatchObject([{ state: 'active', movesTo: null, comfyui: { url: moved.url } }]);
    expect([first.executions, moved.executions, second.executions]).toEqual([[running], [next], []]);
  } finally {
    await moved.stop();
  }
});
