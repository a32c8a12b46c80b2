import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isTerminal } from '@contract/jobs/lifecycle';
import type { Job } from '@contract/jobs/schemas';
import { BuiltGateway } from './built-gateway';
import { liveUrls } from './live-engine';
import { markedGraph } from './live-graphs';
import { liveServers } from './live-server';

/** `npm run test:live -- --comfyui URL --comfyui URL`: the built gateway in front of two ComfyUI servers. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const NAMES = ['first', 'second'] as const;
/** Class of `flowdeck_only_here.py`, which only the second server has. */
const ONLY_SECOND = 'FlowdeckOnlyHere';
/** Work of a fraction of a second, and of some seconds. */
const FAST = 1;
const SLOW = 10;
/** Time limit for distributing, reporting and removing jobs. */
const SOON = { timeout: 60_000, interval: 20 };

const urls = liveUrls();
const servers = liveServers();
const prefix = `two-engines-${randomUUID().slice(0, 8)}`;

describe.skipIf(urls.length !== 2)('two ComfyUI servers behind one gateway', () => {
  let gateway: BuiltGateway;

  beforeAll(async () => {
    await Promise.all(servers.map((server) => server.start()));
    const named = urls.flatMap((url, index) => ['--comfyui', `${NAMES[index]}=${url}`]);
    gateway = await BuiltGateway.open(['--engine', 'comfyui', ...named]);
    await vi.waitUntil(async () => (await gateway.engines()).every(({ comfyui }) => comfyui?.state === 'here'), SOON);
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all(servers.map((server) => server.kill()));
  });

  it('run twenty jobs, one at a time each, and report the actual positions and engines', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push(await submit(count % 3 === 0 ? SLOW : FAST));
    const lastPosition = new Map<string, number>();
    const seen = { working: 0, looks: 0 };
    for (;;) {
      const byId = new Map((await gateway.jobs()).map((job) => [job.id, job]));
      const jobs = ids.map((id) => byId.get(id) as Job);
      if (jobs.every(({ status }) => isTerminal(status))) break;
      const waiting = jobs.filter(({ status }) => status === 'queued');
      expect(waiting.map(({ queue_position }) => queue_position)).toEqual(waiting.map((_job, index) => index + 1));
      for (const { id, queue_position: position } of waiting) {
        expect(position).toBeLessThanOrEqual(lastPosition.get(id) ?? ids.length);
        lastPosition.set(id, position ?? 0);
      }
      const loads = await Promise.all(urls.map(promptsAt));
      expect(Math.max(...loads)).toBeLessThanOrEqual(1);
      seen.looks += 1;
      if (loads.every((load) => load === 1)) seen.working += 1;
    }
    const jobs = await gateway.ended(ids);
    await expectDone(jobs);
    const ran = NAMES.map((name) => jobs.filter(({ engine }) => engine === name).length);
    process.stdout.write(`\n${ran.join(' and ')} jobs; both at work in ${seen.working} of ${seen.looks} looks\n`);
    expect(Math.min(...ran)).toBeGreaterThan(2);
    expect(seen.working).toBeGreaterThan(0);
  });

  it('run a job on the server with its class, while other jobs overtake it', async () => {
    const known = await Promise.all(urls.map((url) => knows(url, ONLY_SECOND)));
    expect(known, 'The second server needs flowdeck_only_here.py (docs/live-testing.md)').toEqual([false, true]);
    const bound: string[] = [];
    for (let count = 0; count < 3; count += 1) bound.push(await submit(SLOW, ONLY_SECOND));
    const free = [await submit(FAST), await submit(FAST), await submit(FAST)];
    const jobs = await gateway.ended([...bound, ...free]);
    await expectDone(jobs);
    expect(jobs.slice(0, 3).map(({ engine }) => engine)).toEqual(['second', 'second', 'second']);
    expect(jobs.slice(3).map(({ engine }) => engine)).toContain('first');
    const [, , lastBound, firstFree] = jobs;
    expect(Date.parse(firstFree?.completed_at ?? '')).toBeLessThan(Date.parse(lastBound?.started_at ?? ''));
  });

  it('lose nothing when one is drained, which gets jobs again afterwards', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) ids.push(await submit(SLOW));
    await untilAtWork();
    const [drained] = await gateway.drain('first', true);
    expect(drained).toMatchObject({ state: 'draining', drainedBy: 'console', jobs: { length: 1 } });
    const [atWork = ''] = drained?.jobs ?? [];
    const left = (await gateway.jobs()).filter(({ status, engine }) => status === 'queued' && !engine);
    expect(left.length).toBeGreaterThan(3);
    await expectDone(await gateway.ended(ids));
    expect((await gateway.job(atWork)).engine).toBe('first');
    for (const { id } of left) expect((await gateway.job(id)).engine).toBe('second');
    await expectBothUsedAgain();
  });

  it.skipIf(servers.length === 0)('lose nothing when one is drained, stopped and started again', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) ids.push(await submit(SLOW));
    await untilAtWork();
    await gateway.drain('first', true);
    await vi.waitFor(async () => expect((await gateway.engines())[0]?.jobs).toEqual([]), SOON);
    await servers[0]?.kill();
    await vi.waitFor(async () => expect((await gateway.engines())[0]?.comfyui?.state).toBe('away'), SOON);
    ids.push(await submit(FAST));
    const jobs = await gateway.ended(ids);
    expectSucceeded(jobs);
    expect(jobs.at(-1)?.engine).toBe('second');
    await servers[0]?.start();
    await vi.waitFor(async () => expect((await gateway.engines())[0]?.comfyui?.state).toBe('here'), SOON);
    await expectBothUsedAgain();
  });

  it.skipIf(servers.length === 0)(
    'go on when one is stopped without a word, and lose at most its own job',
    async () => {
      const ids: string[] = [];
      for (let count = 0; count < 6; count += 1) ids.push(await submit(SLOW));
      await untilAtWork();
      await servers[0]?.kill();
      const [stopped] = await gateway.engines();
      const others = ids.filter((id) => stopped?.jobs[0] !== id);
      expectSucceeded(await gateway.ended(others));
      expect(await gateway.job(stopped?.jobs[0] ?? '')).toMatchObject({ status: 'running', engine: 'first' });
      await servers[0]?.start();
      const [lost] = await gateway.ended(stopped?.jobs ?? []);
      expect(lost).toMatchObject({ status: 'failed', error: { code: 'engine_lost' } });
    },
  );

  function submit(steps: number, classType?: string): Promise<string> {
    return gateway.submit(markedGraph(prefix, randomUUID().slice(0, 8), steps, classType));
  }

  async function untilAtWork(): Promise<void> {
    await vi.waitFor(async () => {
      for (const { jobs } of await gateway.engines()) {
        expect((await gateway.job(jobs[0] ?? '')).status).toBe('running');
      }
    }, SOON);
  }

  async function expectBothUsedAgain(): Promise<void> {
    expect(await gateway.drain('first', false)).toMatchObject([{ state: 'active' }, { state: 'active' }]);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await submit(SLOW));
    const jobs = await gateway.ended(ids);
    await expectDone(jobs);
    expect(new Set(jobs.map(({ engine }) => engine))).toEqual(new Set(NAMES));
  }
});

function expectSucceeded(jobs: readonly Job[]): void {
  expect(jobs.map(({ status, outputs }) => [status, outputs.length])).toEqual(jobs.map(() => ['succeeded', 2]));
}

/** Checks that all jobs have their outputs and ran only on the reported engine. */
async function expectDone(jobs: readonly Job[]): Promise<void> {
  expectSucceeded(jobs);
  for (const { id, engine } of jobs) {
    const positions = await Promise.all(urls.map((url) => hasRun(url, id)));
    expect(positions).toEqual(NAMES.map((name) => name === engine));
  }
}

async function hasRun(url: string, id: string): Promise<boolean> {
  return id in (await getJson(`${url}/history/${id}`));
}

async function knows(url: string, classType: string): Promise<boolean> {
  return classType in (await getJson(`${url}/object_info/${classType}`));
}

/** Returns the number of running and queued prompts. */
async function promptsAt(url: string): Promise<number> {
  return ((await getJson(`${url}/prompt`)) as { exec_info: { queue_remaining: number } }).exec_info.queue_remaining;
}

async function getJson(url: string): Promise<object> {
  return (await (await fetch(url)).json()) as object;
}
