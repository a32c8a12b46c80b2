import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '@contract/jobs/schemas';
import type { ComfyuiDouble } from './testing/comfyui-double';
import { PoolHost } from './testing/pool-host';
import { recording } from './testing/recordings';

/** Tests the failure of one of two engines during a job. */

vi.setConfig({ testTimeout: 60_000 });

const save = recording('one-save');
const SAVED = 3;
/** How long a check of an engine waits for a response, whatever the clock of the gateway. */
const PROBE_MS = 4000;

let host: PoolHost;
beforeEach(async () => {
  host = await PoolHost.open(2, save);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await host.close();
});

const SUCCEEDED = { status: 'succeeded', outputs: { length: SAVED } };
const LOST = { status: 'failed', outputs: { length: 0 }, error: { code: 'engine_lost' } };

interface Failure {
  breaks: (double: ComfyuiDouble) => unknown;
  mends: (double: ComfyuiDouble) => unknown;
  /** Outcome of its job. */
  end: object;
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'is killed': { breaks: (double) => double.stop(), mends: (double) => double.start(), end: LOST },
  'comes back at once with an empty history': {
    async breaks(double) {
      await double.restart();
      double.release();
    },
    mends: () => {},
    end: LOST,
  },
  hangs: { breaks: (double) => double.hang(), mends: (double) => double.wake(), end: SUCCEEDED },
  'refuses connections': {
    breaks(double) {
      double.isMute = true;
      double.dropSockets();
    },
    mends: (double) => (double.isMute = false),
    end: SUCCEEDED,
  },
  'responds to every request with an error': {
    breaks(double) {
      double.isBroken = true;
      double.dropSockets();
    },
    mends: (double) => (double.isBroken = false),
    end: SUCCEEDED,
  },
};

describe.each(Object.entries(FAILURES))('an engine that %s in the middle of a job', (_name, { breaks, mends, end }) => {
  it('does not affect other jobs or queue positions, and its job runs once and gets its actual outcome', async () => {
    const [first, second] = host.doubles as [ComfyuiDouble, ComfyuiDouble];
    for (const double of host.doubles) double.holdBefore('executed');
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await host.submit(save.graph));
    const [its = '', other = '', ...waiting] = ids;
    await first.until(() => first.isHeld(its));
    await second.until(() => second.isHeld(other));
    await vi.waitFor(
      async () => {
        expect((await jobsOf([its, other])).map(({ status }) => status)).toEqual(['running', 'running']);
      },
      { timeout: 15_000 },
    );
    await breaks(first);
    const queued = (await jobsOf(waiting)).filter(({ status }) => status === 'queued');
    expect(queued.map(({ queue_position }) => queue_position)).toEqual(queued.map((_job, index) => index + 1));
    expect(queued.length).toBeGreaterThan(2);
    second.release();
    for (const id of [other, ...waiting]) expect(await host.ended(id)).toMatchObject(SUCCEEDED);
    await mends(first);
    first.release();
    expect(await host.ended(its)).toMatchObject({ ...end, engine: 'gpu-0' });
    expect(first.executions[0]).toBe(its);
    expect(host.executions().flat().toSorted()).toEqual(ids.toSorted());
    // The engine accepts jobs again.
    const next = await host.submit(save.graph);
    expect(await host.ended(next)).toMatchObject({ ...SUCCEEDED, engine: 'gpu-0' });
  });
});

it('a hanging engine is reported as unreachable from the time of detection, and as connected once it responds', async () => {
  const [first] = host.doubles as [ComfyuiDouble];
  const shown = () => host.pool.engines()[0]?.comfyui;
  expect(shown()).toMatchObject({ state: 'here', unreachableSince: null });
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => setTimeout(work, ms === PROBE_MS ? 200 : ms));
  first.hang();
  await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'away', queue: null }), { timeout: 30_000 });
  const { unreachableSince } = shown() ?? {};
  expect(unreachableSince).toEqual(expect.any(Number));
  await host.pool.look();
  expect(shown()).toMatchObject({ state: 'away', unreachableSince });
  first.wake();
  await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'here', unreachableSince: null }), { timeout: 30_000 });
});

function jobsOf(ids: readonly string[]): Promise<Job[]> {
  return Promise.all(ids.map((id) => host.job(id)));
}
