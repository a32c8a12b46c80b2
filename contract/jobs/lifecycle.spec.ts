import { fc } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import {
  canTransition,
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

/** Transitions of Job API 3, row by row, followed by our decided ones. */
const WAYS: readonly (readonly [JobStatus, JobStatus])[] = [
  ['queued', 'running'],
  ['running', 'succeeded'],
  ['running', 'failed'],
  ['running', 'expired'],
  ['running', 'canceling'],
  ['canceling', 'canceled'],
  // Decided: cancellation of a queued job, a credential lost by a restart, retention of a queued job.
  ['queued', 'canceled'],
  ['queued', 'failed'],
  ['queued', 'expired'],
];

describe('the lifecycle of a job', () => {
  it('has exactly the seven statuses of the document (J-3.01)', () => {
    expect([...JOB_STATUSES].sort()).toEqual(
      ['queued', 'running', 'succeeded', 'canceling', 'canceled', 'failed', 'expired'].sort(),
    );
  });

  it('has four terminal statuses (J-3.02)', () => {
    expect(JOB_STATUSES.filter(isTerminal).sort()).toEqual(['canceled', 'expired', 'failed', 'succeeded']);
    for (const one of JOB_STATUSES) expect(isActive(one)).toBe(!isTerminal(one));
  });

  it('allows only the transitions of the table (J-3.13)', () => {
    for (const from of JOB_STATUSES) {
      for (const to of JOB_STATUSES) {
        const isListed = WAYS.some(([start, end]) => start === from && end === to);
        expect(canTransition(from, to), `${from} to ${to}`).toBe(isListed);
      }
    }
  });

  it('reaches a terminal status in at most three transitions, and never leaves it (J-3.14)', () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 30 }), (wishes) => {
        let current: JobStatus = 'queued';
        let moves = 0;
        for (const request of wishes) {
          if (!canTransition(current, request)) continue;
          expect(isTerminal(current)).toBe(false);
          expect(isForward(current, request)).toBe(true);
          expect(isForward(request, current)).toBe(false);
          current = request;
          moves += 1;
        }
        expect(moves).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('treats an unknown status as unfinished and allows no changes to the job (J-9.06)', () => {
    fc.assert(
      fc.property(foreign, (text) => {
        expect(isTerminal(text)).toBe(false);
        expect(jobCan.streamEvents(text)).toBe(true);
        expect(jobCan.cancel(text)).toBe(false);
        expect(jobCan.runAgain(text)).toBe(false);
      }),
    );
  });
});

describe('jobCan.cancel', () => {
  it('allows queued and running jobs only (J-3.17)', () => {
    expect(JOB_STATUSES.filter(jobCan.cancel)).toEqual(['queued', 'running']);
  });
});

describe('isForward', () => {
  it('never leaves a terminal status (J-3.15)', () => {
    fc.assert(
      fc.property(status.filter(isTerminal), fc.oneof(status, foreign), (end, later) => {
        expect(isForward(end, later)).toBe(end === later);
      }),
    );
  });

  it('is true in at most one direction for two different copies of a job', () => {
    fc.assert(
      fc.property(status, status, (one, other) => {
        fc.pre(one !== other && isActive(one) && isActive(other));
        expect(isForward(one, other)).not.toBe(isForward(other, one));
      }),
    );
  });

  it('accepts an unknown status in both directions', () => {
    expect(isForward('paused', 'running')).toBe(true);
    expect(isForward('running', 'paused')).toBe(true);
    expect(isForward('paused', 'failed')).toBe(true);
  });
});
