import { fc } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import {
  cancelDisabledReason,
  canMove,
  isActive,
  isForward,
  isKnownStatus,
  isTerminal,
  jobCan,
  JOB_STATUSES,
  type JobStatus,
} from './lifecycle';

const status = fc.constantFrom(...JOB_STATUSES);
const foreign = fc.string().filter((text) => !isKnownStatus(text));

/** Job API 3, row by row, and the decided ways below the line. */
const WAYS: readonly (readonly [JobStatus, JobStatus])[] = [
  ['queued', 'running'],
  ['running', 'succeeded'],
  ['running', 'failed'],
  ['running', 'expired'],
  ['running', 'canceling'],
  ['canceling', 'canceled'],
  // Decided: cancel of a queued job, a credential lost to a restart, retention of a queued job.
  ['queued', 'canceled'],
  ['queued', 'failed'],
  ['queued', 'expired'],
];

describe('the life of a job', () => {
  it('has exactly the seven statuses of the document (J-3.01)', () => {
    expect([...JOB_STATUSES].sort()).toEqual(
      ['queued', 'running', 'succeeded', 'canceling', 'canceled', 'failed', 'expired'].sort(),
    );
  });

  it('ends in four of them (J-3.02)', () => {
    expect(JOB_STATUSES.filter(isTerminal).sort()).toEqual(['canceled', 'expired', 'failed', 'succeeded']);
    for (const one of JOB_STATUSES) expect(isActive(one)).toBe(!isTerminal(one));
  });

  it('knows the ways of the table and no other (J-3.13)', () => {
    for (const from of JOB_STATUSES) {
      for (const to of JOB_STATUSES) {
        const isListed = WAYS.some(([start, end]) => start === from && end === to);
        expect(canMove(from, to), `${from} to ${to}`).toBe(isListed);
      }
    }
  });

  it('leads every walk to an end in at most three moves, and never out of one (J-3.14)', () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 30 }), (wishes) => {
        let current: JobStatus = 'queued';
        let moves = 0;
        for (const wish of wishes) {
          if (!canMove(current, wish)) continue;
          expect(isTerminal(current)).toBe(false);
          expect(isForward(current, wish)).toBe(true);
          expect(isForward(wish, current)).toBe(false);
          current = wish;
          moves += 1;
        }
        expect(moves).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('takes an unknown status for unfinished and allows nothing that changes the job (J-9.06)', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(isTerminal(text)).toBe(false);
        expect(jobCan.streamEvents(text)).toBe(true);
        expect(jobCan.cancel(text)).toBe(false);
        expect(jobCan.runAgain(text)).toBe(false);
        expect(cancelDisabledReason(text)).toContain(text);
      }),
    );
  });
});

describe('jobCan.cancel', () => {
  it('is for queued and running jobs, and gives a reason for all others (J-3.17)', () => {
    expect(JOB_STATUSES.filter(jobCan.cancel)).toEqual(['queued', 'running']);
    for (const one of JOB_STATUSES) expect(cancelDisabledReason(one) === null).toBe(jobCan.cancel(one));
  });
});

describe('isForward', () => {
  it('never takes back a terminal status (J-3.15)', () => {
    fc.assert(
      fc.property(status.filter(isTerminal), fc.oneof(status, foreign), (end, later) => {
        expect(isForward(end, later)).toBe(end === later);
      }),
    );
  });

  it('orders two different readings of one job one way at most', () => {
    fc.assert(
      fc.property(status, status, (one, other) => {
        fc.pre(one !== other && isActive(one) && isActive(other));
        expect(isForward(one, other)).not.toBe(isForward(other, one));
      }),
    );
  });

  it('follows a status that it does not know, both ways', () => {
    expect(isForward('paused', 'running')).toBe(true);
    expect(isForward('running', 'paused')).toBe(true);
    expect(isForward('paused', 'failed')).toBe(true);
  });
});
