import { describe, expect, it } from 'vitest';
import { batchMachine, type BatchEvent } from '@/domains/batches/batch-machine';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { makeBatch } from '@/domains/batches/testing/make-batch';
import { EndedBatch } from '@contract/console/webhook-changes';
import { endedBatch, findNotice, isCurrent, noticeText } from './batch-notice';

const inFlight = (cell: number) => ({
  cell,
  attempt: 1,
  retryOf: null,
  surfaceId: 'local',
  entryId: `batch.${cell}.1`,
  jobId: `job-${cell}`,
  startedAt: 0,
  isWithdrawn: false,
});

const step = (batch: BatchEntry, event: BatchEvent) => batchMachine.step(batch, event, 70);
const ended = (batch: BatchEntry, outcome: 'succeeded' | 'refused') =>
  step(batch, { kind: 'watched', news: [{ entryId: 'batch.0.1', kind: 'finished', outcome }] });

const last = makeBatch({ count: 1, next: 1, inFlight: [inFlight(0)], state: { name: 'watching' } });
const running = makeBatch({ next: 1, inFlight: [inFlight(0)], state: { name: 'watching' } });

describe('what the gateway is told of a batch', () => {
  it('is how it ended, in the form that it accepts', () => {
    const done = endedBatch({ ...ended(last, 'succeeded'), title: 'x'.repeat(300) });
    expect(done).toMatchObject({
      id: 'batch',
      status: 'finished',
      ended_at: 70,
      jobs: { succeeded: 1, failed: 0, canceled: 0, unknown: 0 },
    });
    expect(EndedBatch.safeParse(done).success).toBe(true);
    const stopped = step(running, { kind: 'user_stop' });
    const over = ended({ ...stopped, state: { name: 'watching' } }, 'refused');
    expect(endedBatch(over)).toMatchObject({ status: 'stopped', jobs: { failed: 1 } });
  });
});

describe('the notice of a batch', () => {
  it('is given when its last cell ends, also after a stop', () => {
    const done = ended(last, 'succeeded');
    const notice = findNotice(last, done);
    expect(notice).toMatchObject({ key: 'batch.ended.70', kind: 'ended' });
    expect(notice && noticeText(notice, null)).toEqual({
      title: 'Coral: succeeded',
      body: '1 of 1 succeeded',
      isBad: false,
      tone: 'ok',
    });
    const stopped = step(running, { kind: 'user_stop' });
    const over = ended({ ...stopped, state: { name: 'watching' } }, 'refused');
    const late = findNotice(stopped, over);
    expect(late && noticeText(late, null)).toEqual({
      title: 'Coral: stopped',
      body: '0 of 4 succeeded · 1 failed · 3 never sent',
      isBad: true,
      tone: 'warn',
    });
  });

  it('is given when it pauses itself, with the reason', () => {
    const paused = ended(running, 'refused');
    const notice = findNotice(running, paused);
    expect(notice).toMatchObject({ key: 'batch.paused.70', kind: 'paused' });
    expect(notice && noticeText(notice, 'No credits.')).toEqual({
      title: 'Coral: paused',
      body: 'Paused because the server rejected a cell. No credits. Nothing more is sent until you resume.',
      isBad: true,
      tone: 'warn',
    });
  });

  it('is neutral when it pauses at the number of jobs that the user has set', () => {
    const capped = makeBatch({ ...running, cap: 1, startedSinceCap: 1 });
    const paused = step(capped, { kind: 'watched', news: [] });
    const notice = findNotice(capped, paused);
    expect(notice?.batch.pauseReason).toBe('cap');
    expect(notice && noticeText(notice, 'An old failure.')).toEqual({
      title: 'Coral: paused',
      body: 'Paused at the number of jobs that you set. Nothing more is sent until you resume, then up to 1 job. 1 unfinished job continues.',
      isBad: false,
      tone: 'neutral',
    });
  });

  it('is not given for a change by the user, nor for a batch that was read from storage', () => {
    const empty = makeBatch();
    expect(findNotice(running, step(running, { kind: 'user_pause' }))).toBeNull();
    expect(findNotice(empty, step(empty, { kind: 'user_stop' }))).toBeNull();
    expect(findNotice(undefined, ended(last, 'succeeded'))).toBeNull();
    const done = ended(last, 'succeeded');
    expect(findNotice(done, { ...done, title: 'Moss' })).toBeNull();
  });

  it('is no longer true once the batch continues or is deleted', () => {
    const paused = ended(running, 'refused');
    const notice = findNotice(running, paused);
    expect(notice && isCurrent(notice, paused)).toBe(true);
    expect(notice && isCurrent(notice, step(paused, { kind: 'user_resume' }))).toBe(false);
    expect(notice && isCurrent(notice, undefined)).toBe(false);
  });
});
