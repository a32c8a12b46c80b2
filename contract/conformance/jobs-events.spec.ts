import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '../jobs/events';
import { Progress, type Job } from '../jobs/schemas';
import { WrittenOutput } from '../jobs/written-schemas';
import { EventLog } from './harness/event-log';
import { HOSTS } from './harness/harness';
import type { Graph } from './harness/target';
import { errorCode, HANGING_GRAPH, jobEnd, jobWhen, readJob, submit } from './harness/jobs-on-surface';
import { fail, hang, log, output, steps, stepsWithPreview, text } from './harness/scripted-graphs';
import type { Surface } from './harness/surface';

const isRunning = ({ status }: Job) => status === 'running';

async function follow(surface: Surface, job: Job, init: RequestInit = {}): Promise<EventLog> {
  const response = await surface.fetch(job.urls.events, init);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  if (!response.body) throw new Error('The stream has no body');
  return new EventLog(response.body);
}

/** Lets the surface work until the log shows the expected entries. */
async function until(surface: Surface, isThere: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500 && !isThere(); turn += 1) await surface.pass(20);
  expect(isThere()).toBe(true);
}

async function cancel(surface: Surface, job: Job): Promise<void> {
  await surface.fetch(job.urls.cancel, { method: 'POST' });
}

/** Returns a job whose stream is open before it starts: until then another job occupies the only slot. */
async function followed(surface: Surface, graph: Graph): Promise<{ job: Job; events: EventLog }> {
  const ahead = await submit(surface, HANGING_GRAPH);
  const job = await submit(surface, graph);
  const events = await follow(surface, job);
  await cancel(surface, ahead);
  return { job, events };
}

const WHOLE_RUN = {
  a: log('a line that the run prints'),
  b: stepsWithPreview(6, 120, 'a'),
  c: output({ name: 'one.bin' }, 'b'),
  d: steps(2, 50, 'c'),
  e: text('two', 'd'),
};

describe.each(HOSTS)('the event stream $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  test('J-2.59 J-4.64 J-6.01 J-6.03 J-6.11 J-6.13 J-6.15 J-6.16 J-6.17 J-6.18 J-6.20 J-6.21 a whole run', async () => {
    const { job, events } = await followed(surface, WHOLE_RUN);
    await until(surface, () => events.isClosed);
    expect(events.fault).toBeNull();
    expect(events.text).not.toMatch(/^id:/m);
    for (const name of events.names) expect(EVENT_NAMES).toContain(name);
    expect(new Set(events.names)).toEqual(new Set(EVENT_NAMES));
    expect(events.statuses.at(-1)).toBe('succeeded');
    expect(events.frames.at(-1)).toEqual({ event: 'status', data: { status: 'succeeded', queue_position: null } });
    for (const progress of events.named('progress')) expect(Progress.safeParse(progress).success).toBe(true);
    const values = events.named('progress').map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.at(-1)).toBe(1);
    const finished = await readJob(surface, job);
    const outputs = events.named('output');
    for (const one of outputs) expect(WrittenOutput.safeParse(one).success).toBe(true);
    expect(outputs.map(({ id }) => id)).toEqual(finished.outputs.map(({ id }) => id));
    const [preview] = events.named('preview');
    expect(preview).toMatchObject({ node_id: 'b', content_type: 'image/png' });
    const bytes = Uint8Array.from(atob(preview?.data_base64 ?? ''), (char) => char.codePointAt(0) ?? 0);
    expect(bytes.slice(0, 8)).toEqual(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
    expect(events.named('log')).toContainEqual({ level: 'info', message: 'a line that the run prints' });
  });

  test('J-6.02 a client that reads by line and disconnects at the end, as the official ones do, gets all events', async () => {
    const { job, events } = await followed(surface, WHOLE_RUN);
    await until(surface, () => events.isClosed);
    const frames: { event: string; data: Record<string, unknown> }[] = [];
    let frame = { event: 'message', text: '' };
    for (const line of events.text.split('\n')) {
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === 'event') frame.event = value;
      if (field === 'data') frame.text += value;
      if (line !== '' || frame.text === '') continue;
      frames.push({ event: frame.event, data: JSON.parse(frame.text) as Record<string, unknown> });
      frame = { event: 'message', text: '' };
    }
    const values = frames.filter(({ event }) => event === 'progress').map(({ data }) => data['value']);
    expect(values.length).toBeGreaterThan(2);
    expect(values.every((value) => typeof value === 'number')).toBe(true);
    expect(frames.findIndex(({ data }) => data['status'] === 'succeeded')).toBe(frames.length - 1);
    for (const { event } of frames) expect(EVENT_NAMES).toContain(event);
    // A client that disconnects early checks the status once, and reopens the stream only while the job is active.
    expect((await readJob(surface, job)).status).toBe('succeeded');
  });

  test('J-6.12 during a run the first frames are status, progress and the newest preview', async () => {
    const job = await submit(surface, { a: stepsWithPreview(2, 30), b: hang('a') });
    await jobWhen(surface, job, ({ progress }) => progress?.current_node === 'b');
    const events = await follow(surface, job);
    await until(surface, () => events.frames.length >= 3);
    expect(events.names.slice(0, 3)).toEqual(['status', 'progress', 'preview']);
    expect(events.statuses).toEqual(['running']);
    expect(events.named('progress')[0]).toMatchObject({ current_node: 'b', nodes_done: 1 });
    await cancel(surface, job);
    await events.ended;
    expect(events.statuses).toEqual(['running', 'canceling', 'canceled']);
  });

  test('J-2.12 GET returns the progress that the stream sent last', async () => {
    const { job, events } = await followed(surface, { a: steps(3, 50), b: hang('a') });
    await until(surface, () => events.named('progress').at(-1)?.current_node === 'b');
    // Nothing changes from here on: the frame about the last node is the newest one.
    expect((await readJob(surface, job)).progress).toEqual(events.named('progress').at(-1));
    await cancel(surface, job);
    await events.ended;
  });

  test('J-6.04 J-6.06 Last-Event-ID is ignored, and missed events are not repeated', async () => {
    const { job, events: first } = await followed(surface, { a: output(), b: steps(4, 80, 'a'), c: hang('b') });
    await until(surface, () => first.named('output').length === 1);
    await first.leave();
    await jobWhen(surface, job, ({ progress }) => progress?.current_node === 'c');
    const second = await follow(surface, job, { headers: { 'last-event-id': '1' } });
    await until(surface, () => second.frames.length >= 2);
    expect(second.names.slice(0, 2)).toEqual(['status', 'progress']);
    await cancel(surface, job);
    await second.ended;
    expect(second.named('output')).toEqual([]);
    expect((await readJob(surface, job)).outputs).toHaveLength(1);
  });

  test('J-6.22 a finished job sends its status and ends', async () => {
    const job = await jobEnd(surface, await submit(surface));
    const events = await follow(surface, job);
    await events.ended;
    expect(events.frames).toEqual([{ event: 'status', data: { status: 'succeeded', queue_position: null } }]);
  });

  test('J-6.20 all outputs are sent before the last status, each once', async () => {
    const graph = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`n${index}`, output({ name: `${index}.bin`, bytes: 1000 + index })]),
    );
    const { job, events } = await followed(surface, graph);
    await until(surface, () => events.isClosed);
    const finished = await readJob(surface, job);
    expect(events.named('output').map(({ id }) => id)).toEqual(finished.outputs.map(({ id }) => id));
    expect(finished.outputs).toHaveLength(30);
    expect(events.names.lastIndexOf('output')).toBeLessThan(events.names.lastIndexOf('status'));
  });

  test('J-7.21 a failing run is reported by its status', async () => {
    const { events } = await followed(surface, { 1: fail('no') });
    await until(surface, () => events.isClosed);
    expect(events.statuses.slice(-2)).toEqual(['running', 'failed']);
  });

  test('disconnecting clients do not affect others', async () => {
    const { job, events: stays } = await followed(surface, { a: steps(10, 50) });
    const leaves = await follow(surface, job);
    await leaves.leave();
    await until(surface, () => stays.isClosed);
    expect(stays.statuses.at(-1)).toBe('succeeded');
  });
});

describe.each(HOSTS)('the event stream of a queued job $name', ({ open, isVirtual }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open();
  });
  afterAll(() => surface.close());

  test('J-6.14 sends each queue position, and then each status', async () => {
    const jobs = [
      await submit(surface, HANGING_GRAPH),
      await submit(surface),
      await submit(surface, { 1: steps(1, 50) }),
    ];
    const [first, second, third] = jobs as [Job, Job, Job];
    await jobWhen(surface, first, isRunning);
    const events = await follow(surface, third);
    await until(surface, () => events.frames.length > 0);
    await cancel(surface, second);
    await until(surface, () => events.frames.length > 1);
    await cancel(surface, first);
    await until(surface, () => events.isClosed);
    expect(events.named('status')).toEqual([
      { status: 'queued', queue_position: 2 },
      { status: 'queued', queue_position: 1 },
      { status: 'running', queue_position: null },
      { status: 'succeeded', queue_position: null },
    ]);
  });

  test.runIf(isVirtual)('J-6.19 sends a comment every 15 s', async () => {
    const job = await submit(surface, HANGING_GRAPH);
    await jobWhen(surface, job, isRunning);
    const events = await follow(surface, job);
    await surface.pass(14_900);
    expect(events.comments).toEqual([]);
    await surface.pass(200);
    expect(events.comments).toHaveLength(1);
    await surface.pass(15_000);
    expect(events.comments).toEqual([': keepalive', ': keepalive']);
    await cancel(surface, job);
    await events.ended;
    await surface.pass(60_000);
    expect(events.comments).toHaveLength(2);
  });

  test('a stream above the limit gets a Retry-After, and polling continues', async () => {
    const job = await submit(surface, HANGING_GRAPH);
    const open: EventLog[] = [];
    let rejection: Response | null = null;
    while (!rejection && open.length < 200) {
      const response = await surface.fetch(job.urls.events);
      if (response.body && response.status === 200) open.push(new EventLog(response.body));
      else rejection = response;
    }
    expect(open.length).toBeGreaterThanOrEqual(8);
    expect(rejection?.status).toBe(429);
    expect(rejection?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(rejection && (await errorCode(rejection))).toBe('too_many_streams');
    expect((await readJob(surface, job)).id).toBe(job.id);
    await open.pop()?.leave();
    // A slot is free once the surface has noticed that the client disconnected.
    let again: EventLog | null = null;
    await jobWhen(surface, job, isRunning);
    for (let turn = 0; turn < 100 && !again; turn += 1) {
      await surface.pass(20);
      const response = await surface.fetch(job.urls.events);
      if (response.body && response.status === 200) again = new EventLog(response.body);
    }
    expect(again).not.toBeNull();
    await cancel(surface, job);
    await Promise.all([...open, again as EventLog].map(({ ended: finished }) => finished));
  });
});
