import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { KEY_LIFETIME_MS } from '../journal/key-age';
import {
  isDefiniteRejection,
  nextAction,
  step,
  type LookupOutcome,
  type OutboxMachineFields,
  type OutboxEvent,
  type SendOutcome,
} from './outbox-machine';

const NEW: OutboxMachineFields = { state: { name: 'pending', isProbe: false }, firstSentAt: null };

function rejection(status: number, code: string) {
  return { status, code, message: code, details: null, requestId: null };
}

function answered(status: number, code: string, retryAfterS: number | null = null): SendOutcome {
  return { kind: 'answered', refusal: rejection(status, code), retryAfterS };
}

function run(events: readonly OutboxEvent[], now = 1000, from = NEW): OutboxMachineFields {
  return events.reduce((entry, event) => step(entry, event, now), from);
}

const LOST: readonly OutboxEvent[] = [{ kind: 'send' }, { kind: 'sent', outcome: { kind: 'unknown' } }];

describe('the outbox machine', () => {
  it('sends, and finishes with a 201', () => {
    const entry = run([{ kind: 'send' }, { kind: 'sent', outcome: { kind: 'accepted', jobId: 'j1' } }]);
    expect(entry.state).toEqual({ name: 'submitted', jobId: 'j1', how: 'answered' });
    expect(entry.firstSentAt).toBe(1000);
  });

  it.each(['queue_full', 'deployment_not_ready'])(
    'J-4.43, J-4.57: waits for Retry-After on %s, then sends again',
    (code) => {
      const entry = run([{ kind: 'send' }, { kind: 'sent', outcome: answered(429, code, 7) }]);
      expect(entry.state).toEqual({ name: 'waiting', until: 8000, code, isProbe: false });
      expect(nextAction(entry, 7999)).toEqual({ do: 'wait', until: 8000 });
      expect(nextAction(entry, 8000)).toEqual({ do: 'send' });
      expect(step(entry, { kind: 'user_cancel' }, 2000).state).toEqual({ name: 'canceled' });
    },
  );

  it('J-7.20: ignores the message text', () => {
    const reported = (status: number, code: string, message: string) =>
      run([
        { kind: 'send' },
        {
          kind: 'sent',
          outcome: { kind: 'answered', refusal: { ...rejection(status, code), message }, retryAfterS: 3 },
        },
      ]);
    for (const [status, code] of [
      [429, 'queue_full'],
      [422, 'idempotency_key_reuse'],
      [422, 'invalid_workflow'],
      [500, 'upstream_error'],
    ] as const) {
      const [plain, odd] = [
        reported(status, code, 'Refused'),
        reported(status, code, 'idempotency_key_reuse: 201 Created'),
      ];
      expect(odd.state.name).toBe(plain.state.name);
      expect(nextAction(odd, 99_000)).toEqual(nextAction(plain, 99_000));
    }
  });

  it('stores a definite rejection with its details', () => {
    const entry = run([{ kind: 'send' }, { kind: 'sent', outcome: answered(422, 'invalid_workflow') }]);
    expect(entry.state).toEqual({ name: 'refused', refusal: rejection(422, 'invalid_workflow') });
  });

  it('J-4.40: searches the job list after an unknown outcome, and accepts the job it finds', () => {
    const entry = run([...LOST, { kind: 'look' }, { kind: 'looked', outcome: { kind: 'found', jobId: 'j9' } }]);
    expect(entry.state).toEqual({ name: 'submitted', jobId: 'j9', how: 'found' });
  });

  it('resends with the same key only if the list has no such job', () => {
    const lost = run(LOST);
    expect(nextAction(lost, 1000)).toEqual({ do: 'look' });
    const absent = run([{ kind: 'look' }, { kind: 'looked', outcome: { kind: 'absent' } }], 1000, lost);
    expect(nextAction(absent, 1000)).toEqual({ do: 'send' });
    expect(step(absent, { kind: 'send' }, 1000).state).toEqual({ name: 'sending', isProbe: true });
  });

  it('J-4.42: treats idempotency_key_reuse as proof of arrival, and searches again', () => {
    const entry = run([{ kind: 'send' }, { kind: 'sent', outcome: answered(422, 'idempotency_key_reuse') }]);
    expect(entry.state).toMatchObject({ name: 'unknown', hasArrived: true });
  });

  it('waits for a sign-in if the list requires a credential, then continues', () => {
    const lockedOut = run([...LOST, { kind: 'look' }, { kind: 'looked', outcome: { kind: 'locked_out' } }]);
    expect(lockedOut.state).toMatchObject({ name: 'unknown', isLockedOut: true, hasArrived: false });
    expect(nextAction(lockedOut, 1000).do).toBe('wait');
    const signedIn = step(lockedOut, { kind: 'user_look_again' }, 2000);
    expect(nextAction(signedIn, 2000)).toEqual({ do: 'look' });
    const found = run([{ kind: 'look' }, { kind: 'looked', outcome: { kind: 'found', jobId: 'j' } }], 2000, signedIn);
    expect(found.state).toEqual({ name: 'submitted', jobId: 'j', how: 'found' });
    const away = run([{ kind: 'look' }, { kind: 'looked', outcome: { kind: 'unreachable' } }], 2000, signedIn);
    expect(away.state).not.toHaveProperty('isLockedOut');
  });

  it('reports a claimed key whose job never appears in the list', () => {
    let entry = run([{ kind: 'send' }, { kind: 'sent', outcome: answered(422, 'idempotency_key_reuse') }]);
    let now = 1000;
    for (let turn = 0; turn < 10 && entry.state.name === 'unknown'; turn += 1) {
      now += 60_000;
      entry = run([{ kind: 'look' }, { kind: 'looked', outcome: { kind: 'absent' } }], now, entry);
    }
    expect(entry.state).toEqual({ name: 'unsettled', why: 'taken_but_not_listed', refusal: null });
  });

  it('does not treat the rejection of a check as the response to the first send', () => {
    const entry = run([
      ...LOST,
      { kind: 'look' },
      { kind: 'looked', outcome: { kind: 'no_list' } },
      { kind: 'send' },
      { kind: 'sent', outcome: answered(401, 'unauthorized') },
    ]);
    expect(entry.state).toMatchObject({ name: 'unsettled', why: 'check_refused' });
  });

  it('J-4.45: never sends a key that may have expired', () => {
    const late = 1000 + KEY_LIFETIME_MS;
    const entry = run([{ kind: 'look' }, { kind: 'looked', outcome: { kind: 'absent' } }], late, run(LOST));
    expect(entry.state).toEqual({ name: 'unsettled', why: 'key_too_old', refusal: null });
  });

  it.each([
    [400, 'http_400', 'unsettled'],
    [422, 'http_422', 'unsettled'],
    [422, 'invalid_workflow', 'refused'],
    [418, 'teapot', 'refused'],
    [404, 'http_404', 'refused'],
    [413, 'http_413', 'refused'],
    [429, 'http_429', 'waiting'],
  ])('J-4.18: treats a %i with the code %s as %s', (status, code, name) => {
    const rejection = { status, code, message: '', details: null, requestId: null };
    const outcome: SendOutcome = { kind: 'answered', refusal: rejection, retryAfterS: null };
    const entry = run([{ kind: 'send' }, { kind: 'sent', outcome }]);
    expect(entry.state.name).toBe(name);
    if (name !== 'unsettled') return;
    expect(entry.state).toMatchObject({ why: 'foreign_refusal', refusal: rejection });
    // The same key once more: at most one job.
    expect(run([{ kind: 'user_ask' }], 1000, entry)).toMatchObject({ state: { name: 'pending', isProbe: true } });
  });

  it('treats the pending send of a closed tab as unknown', () => {
    const entry = run([{ kind: 'send' }, { kind: 'resume' }]);
    expect(entry.state).toMatchObject({ name: 'unknown', hasArrived: false });
  });

  it('treats 5xx, 408 and undocumented conflicts as unknown, and rejections of the contract as definite', () => {
    expect([500, 502, 503, 408].map((status) => isDefiniteRejection(status, 'upstream_error'))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(isDefiniteRejection(409, 'in_progress')).toBe(false);
    expect(isDefiniteRejection(409, 'hash_mismatch')).toBe(true);
    expect(isDefiniteRejection(422, 'novel_error')).toBe(true);
  });
});

/** A surface as the contract describes it, with faults on the way there, on the way back, and in its list. */
class ModelSurface {
  jobs: string[] = [];
  claimedAt: number | null = null;
  readonly lists: boolean;
  constructor(lists: boolean) {
    this.lists = lists;
  }

  send(fault: Fault, now: number): SendOutcome {
    if (fault === 'lost_before') return { kind: 'unknown' };
    if (fault === 'unauthorized') return answered(401, 'unauthorized');
    if (fault === 'queue_full') return answered(429, 'queue_full', 3);
    const isClaimed = this.claimedAt !== null && now < this.claimedAt + KEY_LIFETIME_MS;
    if (isClaimed) return answered(422, 'idempotency_key_reuse');
    if (fault === 'invalid') return answered(422, 'invalid_workflow');
    this.claimedAt = now;
    if (fault === 'broke_inside') return { kind: 'unknown' };
    this.jobs.push(`job-${this.jobs.length + 1}`);
    return fault === 'lost_after' ? { kind: 'unknown' } : { kind: 'accepted', jobId: this.jobs.at(-1) as string };
  }

  look(fault: Fault): LookupOutcome {
    if (!this.lists) return { kind: 'no_list' };
    if (fault === 'lost_before' || fault === 'lost_after') return { kind: 'unreachable' };
    const job = this.jobs[0];
    // A list may lag behind; it never invents.
    return job === undefined || fault === 'queue_full' ? { kind: 'absent' } : { kind: 'found', jobId: job };
  }
}

/** The jobs that a state says to exist; null where it claims nothing. */
function claimedJobs({ state }: OutboxMachineFields): string[] | null {
  if (state.name === 'submitted') return [state.jobId];
  return state.name === 'refused' || state.name === 'canceled' ? [] : null;
}

const FAULTS = ['none', 'lost_before', 'lost_after', 'unauthorized', 'queue_full', 'invalid', 'broke_inside'] as const;
type Fault = (typeof FAULTS)[number];

const turn = fc.record({
  fault: fc.constantFrom(...FAULTS),
  passes: fc.oneof(fc.constantFrom(0, 1000, 60_000), fc.integer({ min: 0, max: 2 * KEY_LIFETIME_MS })),
  crash: fc.boolean(),
  user: fc.constantFrom('none', 'none', 'none', 'cancel', 'look_again'),
});

describe('the guarantee of the outbox', () => {
  it('creates at most one job per submission, and no state claims more than is known', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(turn, { minLength: 1, maxLength: 40 }), (lists, turns) => {
        const surface = new ModelSurface(lists);
        let entry = NEW;
        let now = 1_700_000_000_000;
        for (const { fault, passes, crash, user } of turns) {
          now += passes;
          if (user === 'cancel') entry = step(entry, { kind: 'user_cancel' }, now);
          if (user === 'look_again') entry = step(entry, { kind: 'user_look_again' }, now);
          const action = nextAction(entry, now);
          if (action.do === 'send') {
            entry = step(entry, { kind: 'send' }, now);
            if (entry.state.name === 'sending') {
              const outcome = surface.send(fault, now);
              entry = step(entry, crash ? { kind: 'resume' } : { kind: 'sent', outcome }, now);
            }
          } else if (action.do === 'look') {
            entry = step(entry, { kind: 'look' }, now);
            const outcome = surface.look(fault);
            entry = step(entry, crash ? { kind: 'resume' } : { kind: 'looked', outcome }, now);
          }
          expect(surface.jobs.length).toBeLessThanOrEqual(1);
          expect(surface.jobs).toEqual(claimedJobs(entry) ?? surface.jobs);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
