import { describe, expect, it, vi } from 'vitest';
import type { OutboxState } from '../outbox/outbox-entry';
import type { BatchCell } from './batch-cell';
import type { BatchEntry, CellInFlight } from './batch-entry';
import type { CellNews } from './batch-machine';
import type { CellPorts, JobReport } from './cell-ports';
import { makeBatch } from './testing/make-batch';
import { CellWatcher } from './watch-cells';

const START = 1_000_000_000;
const HOUR_MS = 3_600_000;

function inFlight(cell: number, changes: Partial<CellInFlight> = {}): CellInFlight {
  const entryId = `batch.${cell}.1`;
  const unsent = { jobId: null, retryOf: null, startedAt: START, isWithdrawn: false };
  return { cell, attempt: 1, surfaceId: 'local', entryId, ...unsent, ...changes };
}

const running = (cell: number, surfaceId = 'local') => inFlight(cell, { jobId: `job-${cell}`, surfaceId });
const job = (status: string): JobReport => ({ kind: 'job', status, message: null });

/** A page with a manual clock: sleeping passes the time. */
class Page {
  now = START;
  room = true;
  record: BatchCell | null = null;
  submission: { state: OutboxState; isDismissed: boolean } | null = null;
  /** Times of the requests, in ms since the start. */
  readonly asked: number[] = [];
  readonly log: string[] = [];
  readonly interrupt = new AbortController();
  /** State of the submission once it is canceled; `null`: it stays as it is. */
  canceled: OutboxState | null = null;
  /** Called before each sleep; the watch is interrupted after 50. */
  onSleep = (_until: number, _sleeps: number): unknown => undefined;
  followed: () => void = () => {};
  reportEnd: () => void = () => {};
  private sleeps = 0;
  private readonly watcher: CellWatcher;

  constructor(readJob: CellPorts['readJob'] = async () => job('running')) {
    const ports: CellPorts = {
      cells: {
        read: async () => this.record,
        write: async (records) => {
          if (!this.room) throw new Error('The disk is full');
          for (const record of records) {
            this.log.push(`record ${record.outcome}`);
            this.record = record;
          }
        },
      },
      submit: async () => [],
      readSubmission: async () => this.submission,
      cancelSubmission: async (entryId) => {
        this.log.push(`cancel ${entryId}`);
        if (this.canceled) this.setState(this.canceled);
      },
      releaseSubmissions: async (entryIds) => void this.log.push(...entryIds.map((id) => `release ${id}`)),
      followSubmissions: (_ids, onChange) => {
        this.followed = onChange;
        return () => {};
      },
      followJobs: (cells, onEnd) => {
        this.reportEnd = () => cells.forEach(onEnd);
        return () => {};
      },
      readJob: async (surfaceId, jobId) => {
        this.asked.push(this.now - START);
        return readJob(surfaceId, jobId);
      },
    };
    this.watcher = new CellWatcher({
      ports,
      now: () => this.now,
      sleepUntil: async (until, wake) => {
        this.sleeps += 1;
        if (this.sleeps >= 50) this.interrupt.abort();
        this.onSleep(until, this.sleeps);
        const isWoken = await Promise.race([
          wake.then(() => true),
          new Promise((resolve) => setImmediate(resolve, false)),
        ]);
        if (!isWoken) this.now = until;
      },
    });
  }

  watch(...cells: CellInFlight[]): Promise<CellNews[]> {
    const batch: BatchEntry = makeBatch({ surfaceIds: ['local', 'shed'], inFlight: cells });
    return this.watcher.watch(batch, this.interrupt.signal);
  }

  setState(state: OutboxState, isDismissed = false): void {
    this.submission = { state, isDismissed };
  }
}

describe('the watch of a batch', () => {
  it('polls a running job often at first, later every five seconds', async () => {
    const page = new Page(async () => job(page.now - START > 200_000 ? 'succeeded' : 'running'));
    expect(await page.watch(running(0))).toEqual([]);
    expect(page.asked.slice(0, 4)).toEqual([0, 400, 800, 1200]);
    const gaps = page.asked.map((at, index) => at - (page.asked[index - 1] ?? at));
    expect(Math.max(...gaps)).toBe(5000);
    expect(page.log).toEqual([]);
  });

  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
  ] as const)('reports a %s job', async (status, outcome) => {
    const page = new Page(async () => job(status));
    expect(await page.watch(running(0))).toEqual([{ kind: 'finished', entryId: 'batch.0.1', outcome }]);
    expect(page.record).toMatchObject({ outcome, jobId: 'job-0', finishedAt: START });
  });

  it('asks an unreachable server less and less often, with one request for all its jobs, and finishes nothing', async () => {
    const page = new Page(async () => ({ kind: 'unreachable', retryAfterS: null }));
    expect(await page.watch(running(0), running(1), running(2))).toEqual([]);
    expect(page.asked.slice(0, 8)).toEqual([0, 0, 0, 2000, 6000, 14_000, 30_000, 62_000]);
    expect((page.asked.at(-1) ?? 0) - (page.asked.at(-2) ?? 0)).toBe(60_000);
    expect(page.log).toEqual([]);
  });

  it('continues with all jobs of a server once it responds, and with other servers meanwhile', async () => {
    const page = new Page(async (surfaceId) => {
      if (surfaceId === 'shed') return job('succeeded');
      return page.now < START + 5000 ? { kind: 'unreachable', retryAfterS: null } : job('succeeded');
    });
    expect(await page.watch(running(0), running(1), running(2, 'shed'))).toMatchObject([{ entryId: 'batch.2.1' }]);
    expect(await page.watch(running(0), running(1))).toMatchObject([{ entryId: 'batch.0.1', outcome: 'succeeded' }]);
    expect(await page.watch(running(1))).toMatchObject([{ entryId: 'batch.1.1', outcome: 'succeeded' }]);
    expect(page.now).toBe(START + 6000);
  });

  it('waits as long as a server asks for', async () => {
    const page = new Page(async () => ({ kind: 'unreachable', retryAfterS: 30 }));
    await page.watch(running(0));
    expect(page.asked.slice(0, 3)).toEqual([0, 30_000, 60_000]);
  });

  it.each([
    ['missing', { kind: 'gone' }],
    ['expired', job('expired')],
  ] as const)('does not know how a job ended that stays %s', async (_name, report) => {
    const page = new Page(async () => report);
    expect(await page.watch(running(0))).toEqual([{ kind: 'finished', entryId: 'batch.0.1', outcome: 'unsettled' }]);
    expect(page.asked).toHaveLength(3);
  });

  it('waits for a job that is missing only briefly', async () => {
    const page = new Page(async () => (page.asked.length % 3 === 0 ? job('running') : { kind: 'gone' }));
    expect(await page.watch(running(0))).toEqual([]);
    expect(page.log).toEqual([]);
  });

  it('reports an outcome only once there is room to record it', async () => {
    const page = new Page(async () => job('failed'));
    page.room = false;
    page.onSleep = (_until, sleeps) => {
      page.room = sleeps > 8;
    };
    expect(await page.watch(running(0))).toHaveLength(1);
    expect(page.asked.length).toBeGreaterThan(3);
    expect(page.log).toEqual(['record failed', 'release batch.0.1']);
  });

  it('keeps the submission of a job, where a later page finds the job, until its outcome is recorded', async () => {
    const page = new Page(async () => job('succeeded'));
    page.setState({ name: 'submitted', jobId: 'job-0', how: 'answered' });
    expect(await page.watch(inFlight(0))).toEqual([{ kind: 'submitted', entryId: 'batch.0.1', jobId: 'job-0' }]);
    expect(page.log).toEqual([]);
    expect(await page.watch(running(0))).toMatchObject([{ kind: 'finished', outcome: 'succeeded' }]);
    expect(page.log).toEqual(['record succeeded', 'release batch.0.1']);
    expect(page.record).toMatchObject({ jobId: 'job-0', finishedAt: START });
  });

  it('releases no submission whose outcome it could not record', async () => {
    const page = new Page(async () => job('succeeded'));
    page.room = false;
    expect(await page.watch(running(0))).toEqual([]);
    expect(page.log).toEqual([]);
  });

  it('reports a rejection with its message', async () => {
    const page = new Page();
    const refusal = { status: 422, code: 'invalid_request', message: 'Too wide.', details: null, requestId: null };
    page.setState({ name: 'refused', refusal });
    expect(await page.watch(inFlight(0))).toMatchObject([{ outcome: 'refused' }]);
    expect(page.record?.message).toContain('Too wide.');
    expect(page.log).toEqual(['record refused', 'release batch.0.1']);
  });

  it('keeps a cell in flight while it is unknown whether its job exists, and notes so', async () => {
    const page = new Page();
    page.setState({ name: 'unsettled', why: 'stopped', refusal: null });
    page.onSleep = (_until, sleeps) => {
      if (sleeps === 5) page.setState({ name: 'unknown', until: 0, looks: 0, hasArrived: false });
      if (sleeps === 10) page.setState({ name: 'unsettled', why: 'stopped', refusal: null }, true);
    };
    expect(await page.watch(inFlight(0))).toEqual([{ kind: 'delayed', entryId: 'batch.0.1' }]);
    const delayed = inFlight(0, { isDelayed: true });
    expect(await page.watch(delayed)).toMatchObject([{ kind: 'finished', outcome: 'unsettled' }]);
    expect(page.log).toEqual(['record unsettled', 'record sending', 'record unsettled', 'release batch.0.1']);
  });

  it('cancels a submission that waits for a full queue only after a stop, and never one that may have arrived', async () => {
    const waiting = { name: 'waiting', until: 0, code: 'queue_full' } as const;
    const page = new Page();
    page.setState({ ...waiting, isProbe: false });
    page.onSleep = () => page.interrupt.abort();
    await page.watch(inFlight(0));
    expect(page.log).toEqual([]);
    await page.watch(inFlight(0, { isWithdrawn: true }));
    expect(page.log).toEqual(['cancel batch.0.1']);
    page.setState({ ...waiting, isProbe: true });
    await page.watch(inFlight(0, { isWithdrawn: true }));
    expect(page.log).toEqual(['cancel batch.0.1']);
  });

  it('takes back a submission that waits for a full queue after a pause, and none that may have arrived', async () => {
    const waiting = { name: 'waiting', until: 0, code: 'queue_full' } as const;
    const page = new Page();
    page.setState({ ...waiting, isProbe: true });
    page.onSleep = (_until, sleeps) => sleeps === 1 && page.setState({ ...waiting, isProbe: false });
    page.canceled = { name: 'canceled' };
    expect(await page.watch(inFlight(0, { isHeld: true, isDelayed: true }))).toEqual([
      { kind: 'held', entryId: 'batch.0.1' },
    ]);
    expect(page.log).toEqual(['cancel batch.0.1', 'release batch.0.1']);
    // A stop since the pause cancels the cell.
    expect(await page.watch(inFlight(0, { isHeld: true, isWithdrawn: true }))).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('starts a cell again only if neither outbox nor record has its submission, and it is not old', async () => {
    const missing = [{ kind: 'missing', entryId: 'batch.0.1' }];
    expect(await new Page().watch(inFlight(0))).toEqual(missing);

    const recorded = new Page();
    const record = { ...inFlight(0), batchId: 'batch', message: null };
    recorded.record = { ...record, jobId: 'job-7', outcome: 'running', finishedAt: null };
    expect(await recorded.watch(inFlight(0))).toMatchObject([{ kind: 'submitted', jobId: 'job-7' }]);
    recorded.record = { ...record, outcome: 'refused', finishedAt: START };
    expect(await recorded.watch(inFlight(0))).toMatchObject([{ kind: 'finished', outcome: 'refused' }]);
    expect(await recorded.watch(inFlight(0, { attempt: 2 }))).toEqual(missing);

    const old = new Page();
    old.now = START + 13 * HOUR_MS;
    expect(await old.watch(inFlight(0))).toMatchObject([{ kind: 'finished', outcome: 'unsettled' }]);
  });

  it.each([
    ['waits for a full queue', { name: 'waiting', until: 0, code: 'queue_full', isProbe: false }],
    ['is unconfirmed', { name: 'unknown', until: 0, looks: 0, hasArrived: false }],
  ] as const)('reports once that a submission %s, also without room for a record', async (_name, state) => {
    const page = new Page();
    page.room = false;
    page.setState(state);
    expect(await page.watch(inFlight(0))).toEqual([{ kind: 'delayed', entryId: 'batch.0.1' }]);
    expect(await page.watch(inFlight(0, { isDelayed: true }))).toEqual([]);
  });

  it('reports the jobs of one server while another one does not answer', async () => {
    const page = new Page((surfaceId) =>
      surfaceId === 'shed' ? new Promise(() => {}) : Promise.resolve(job('succeeded')),
    );
    expect(await page.watch(running(0, 'shed'), running(1))).toMatchObject([{ entryId: 'batch.1.1' }]);
    expect(page.asked).toHaveLength(2);
  });

  it('reads jobs faster where the last one was short', async () => {
    const page = new Page(async (_surfaceId, jobId) => job(jobId === 'job-0' ? 'succeeded' : 'running'));
    await page.watch(running(0));
    page.asked.length = 0;
    await page.watch(running(1));
    expect(page.asked.slice(0, 3)).toEqual([0, 50, 100]);
  });

  it('knows nothing of jobs on a removed server, and reads them again soon after it is added', async () => {
    const page = new Page(async () => (page.now < START + 30_000 ? { kind: 'removed' } : job('succeeded')));
    expect(await page.watch(running(0), running(1))).toMatchObject([{ outcome: 'succeeded' }]);
    expect(page.now - START).toBeLessThanOrEqual(32_000);
    expect(page.log).toEqual(['record succeeded', 'release batch.0.1']);
  });

  it('records the outcome that the user has chosen, and lets the outbox not send the cell anymore', async () => {
    const page = new Page(async () => ({ kind: 'removed' }));
    expect(await page.watch(inFlight(0, { jobId: 'job-0', settledAs: 'succeeded' }))).toMatchObject([
      { outcome: 'succeeded' },
    ]);
    expect(page.record).toMatchObject({ jobId: 'job-0', outcome: 'succeeded', finishedAt: START });
    page.log.length = 0;
    page.setState({ name: 'unknown', until: 0, looks: 3, hasArrived: false });
    expect(await page.watch(inFlight(1, { settledAs: 'canceled' }))).toMatchObject([{ outcome: 'canceled' }]);
    expect(page.log).toEqual(['cancel batch.1.1', 'record canceled', 'release batch.1.1']);
  });

  it('waits for a request in flight before it records the outcome that the user has chosen', async () => {
    const page = new Page();
    page.setState({ name: 'sending', isProbe: true });
    page.onSleep = (_until, sleeps) =>
      sleeps === 3 && page.setState({ name: 'submitted', jobId: 'job-0', how: 'answered' });
    expect(await page.watch(inFlight(0, { settledAs: 'canceled' }))).toMatchObject([{ kind: 'submitted' }]);
  });

  it('reads a submission again as soon as it changes', async () => {
    const page = new Page();
    page.setState({ name: 'sending', isProbe: false });
    page.onSleep = () => {
      page.setState({ name: 'submitted', jobId: 'job-0', how: 'answered' });
      page.followed();
    };
    expect(await page.watch(inFlight(0))).toMatchObject([{ kind: 'submitted' }]);
    expect(page.now).toBe(START);
  });

  it('reads a job as soon as the event stream reports its end, and believes the response', async () => {
    let status = 'running';
    const page = new Page(async () => job(status));
    page.onSleep = (_until, sleeps) => {
      if (sleeps !== 3 && sleeps !== 5) return;
      if (sleeps === 5) status = 'failed';
      page.reportEnd();
    };
    expect(await page.watch(running(0))).toMatchObject([{ outcome: 'failed' }]);
    // Read once more for the first report, otherwise as often as without it.
    expect(page.asked).toEqual([0, 400, 400, 800]);
  });

  it('reads a job again whose end was reported during a read', async () => {
    const page = new Page(async () => {
      if (page.asked.length > 1) return job('succeeded');
      page.reportEnd();
      return job('running');
    });
    expect(await page.watch(running(0))).toMatchObject([{ outcome: 'succeeded' }]);
    expect(page.asked).toEqual([0, 0]);
  });

  it('ends without news once the batch has changed', async () => {
    const page = new Page();
    const sleep = vi.fn(() => page.interrupt.abort());
    page.onSleep = sleep;
    expect(await page.watch(running(0))).toEqual([]);
    expect(sleep).toHaveBeenCalledTimes(1);
    expect(page.now).toBe(START);
  });
});
