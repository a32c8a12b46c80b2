import { describe, expect, it } from 'vitest';
import { runActions } from './run-actions';
import { readQueuedRequest } from './queued-request';
import { KEY_LIFETIME_MS } from '../journal/key-age';
import { canRetry, nextAction, step } from './run-machine';
import type { RunFailure, RunRecord, RunState } from './run-record';
import { runAnnouncement, runText } from './run-text';
import { failureOf } from './testing/faulty-router';
import { makeRun } from './testing/run-fixture';

const NOW = 1_000_000;

interface Answered {
  status: number;
  bucket: string | null;
  retryAfterS?: number;
  hasOwnCalls?: boolean;
  run?: Partial<RunRecord>;
  failure?: Partial<RunFailure>;
}

/** A run whose only send got this answer. */
function answered({ status, bucket, retryAfterS, hasOwnCalls = false, run, failure }: Answered): RunRecord {
  const sent = makeRun({ createdAt: NOW, firstSentAt: NOW, sentAt: NOW, state: { name: 'in_flight' }, ...run });
  const reported = { ...failureOf(status, bucket, NOW), ...failure };
  const outcome = { kind: 'failure' as const, failure: reported, retryAfterS: retryAfterS ?? null, spend: null };
  return step(sent, { kind: 'sent', outcome, hasOwnCalls }, NOW);
}

const waitMs = ({ state }: RunRecord) => (state.name === 'retry_wait' ? state.until - NOW : null);
const titleOf = (run: RunRecord) => runText(run, undefined, NOW).title;
const textOf = (run: RunRecord) => {
  const { title, explanation } = runText(run, undefined, NOW);
  return `${title}. ${explanation ?? ''}`;
};

describe('a call that a newer router has queued', () => {
  const sent = makeRun({ createdAt: NOW, firstSentAt: NOW, sentAt: NOW, state: { name: 'in_flight' } });
  const queuedBy = async (status: number, body: object): Promise<RunRecord> => {
    const queued = await readQueuedRequest(status, new Blob([JSON.stringify(body)]));
    if (!queued) throw new Error('It was read as a result');
    const outcome = { kind: 'queued' as const, queued, failure: failureOf(status, null, NOW), spend: null };
    return step(sent, { kind: 'sent', outcome, hasOwnCalls: false }, NOW);
  };
  const handle = { request_id: 'a-uuid', status: 'IN_QUEUE', status_url: 'https://router.example/s' };

  it.each([
    [201, handle, 'The router has queued the call'],
    [202, { ...handle, queue_position: 3 }, 'at position 3'],
    [202, { ...handle, status: 'IN_PROGRESS' }, 'is running the queued call'],
    [202, { ...handle, status: 'COMPLETED' }, 'The queued call has finished'],
    [202, { ...handle, status: 'COMPLETED', error_type: 'queue_timeout' }, 'The router reported: queue_timeout'],
  ])(
    'R-3.02 after %i %o is shown as queued, not polled, and sent again with the same idempotency key on a click',
    async (...given) => {
      const [status, body, said] = given;
      const run = await queuedBy(status, body);
      expect(textOf(run)).toContain(said);
      expect(nextAction(run, NOW)).toEqual({ do: 'nothing' });
      expect(runActions(run, NOW)).toEqual(['collect']);
      const requested = step(run, { kind: 'user_ask' }, NOW + 1);
      expect([nextAction(requested, NOW + 1).do, requested.key]).toEqual(['send', sent.key]);
    },
  );

  it.each([
    [200, handle],
    [202, { ...handle, status: 'queued' }],
    [202, { status: 'IN_QUEUE' }],
    [202, { ...handle, request_id: 7 }],
    [202, { ...handle, notes: 'x'.repeat(70_000) }],
    [201, []],
    [201, 'IN_QUEUE'],
    [202, null],
  ])('is not detected in a %i with another body: %o', async (status, body) => {
    expect(await readQueuedRequest(status, new Blob([JSON.stringify(body)]))).toBeNull();
    expect(await readQueuedRequest(status, new Blob(['{"request_id":']))).toBeNull();
  });
});

describe('the reaction to a response', () => {
  it('R-4.42 R-4.77 retries a 409 for a call in progress after Retry-After, with the same idempotency key', () => {
    const run = answered({ status: 409, bucket: 'concurrency_limit_exceeded', retryAfterS: 2 });
    expect(waitMs(run)).toBe(2000);
    expect(nextAction(run, NOW + 1999)).toEqual({ do: 'wait', until: NOW + 2000 });
    expect(nextAction(run, NOW + 2000)).toEqual({ do: 'send' });
    expect(step(run, { kind: 'send' }, NOW + 2000).key).toBe(run.key);
  });

  it('R-4.44 R-7.08 never reuses a claimed idempotency key, and offers a new run with a warning', () => {
    const run = answered({ status: 409, bucket: 'invalid_input' });
    expect(run.state.name).toBe('failed');
    expect(canRetry(run, NOW)).toBe(false);
    expect(runActions(run, NOW)).toEqual(['run_anew']);
    expect(textOf(run)).toContain('may be charged again');
  });

  it('R-4.55 R-7.27 retries until it has the result after a deadline with Retry-After', () => {
    let run = answered({ status: 504, bucket: 'deadline_exceeded', retryAfterS: 5 });
    for (let time = 0; time < 40; time += 1) {
      expect(waitMs(run)).toBe(5000);
      run = answered({
        status: 504,
        bucket: 'deadline_exceeded',
        retryAfterS: 5,
        run: { ...run, state: { name: 'in_flight' } },
      });
    }
  });

  it('R-4.56 R-7.27 retries once after a deadline without Retry-After, then only on a click', () => {
    const first = answered({ status: 504, bucket: 'deadline_exceeded' });
    expect(waitMs(first)).toBeGreaterThan(0);
    expect(textOf(first)).toContain('No provider had accepted the call');
    const run = answered({ status: 504, bucket: 'deadline_exceeded', run: { faults: 3 } });
    expect(run.state).toMatchObject({ name: 'collectable', why: 'deadline' });
    expect(nextAction(run, NOW + KEY_LIFETIME_MS)).toEqual({ do: 'nothing' });
    expect(runActions(run, NOW)).toEqual(['collect']);
  });

  it('R-4.38 R-7.29 distinguishes a 504 of the partner from one of the router deadline', () => {
    const partner = answered({ status: 504, bucket: 'provider_timeout' });
    const router = answered({ status: 504, bucket: 'deadline_exceeded', retryAfterS: 5 });
    expect(partner.state.name).toBe('failed');
    expect(titleOf(partner)).toBe('The provider did not respond in time');
    expect(titleOf(router)).toBe('The model exceeds the router’s time limit');
  });

  it('R-4.57 waits after a 429 until one of the own calls finishes, then retries at once', () => {
    const run = answered({ status: 429, bucket: 'concurrency_limit_exceeded', hasOwnCalls: true });
    expect(waitMs(run)).toBe(60_000);
    const woken = step(run, { kind: 'own_call_ended' }, NOW + 700);
    expect(nextAction(woken, NOW + 700)).toEqual({ do: 'send' });
    const alone = answered({ status: 429, bucket: 'concurrency_limit_exceeded' });
    expect(waitMs(alone)).toBeLessThanOrEqual(1000);
  });

  it('R-4.61 R-7.33 waits for the window after rate_limited, whatever the own calls do', () => {
    const run = answered({ status: 429, bucket: 'rate_limited', retryAfterS: 30, hasOwnCalls: true });
    expect(waitMs(run)).toBe(30_000);
    expect(step(run, { kind: 'own_call_ended' }, NOW)).toBe(run);
  });

  it('R-4.82 has separate messages for each 429 and 409', () => {
    const spend = ['Limit', 'Current', 'Remaining'].map((what) => [`x-committed-spend-${what}`, '50'] as const);
    const titles = [
      answered({ status: 429, bucket: 'rate_limited', retryAfterS: 3 }),
      answered({ status: 429, bucket: 'queue_backlog_full', retryAfterS: 3 }),
      answered({ status: 429, bucket: 'concurrency_limit_exceeded' }),
      answered({ status: 429, bucket: 'concurrency_limit_exceeded', failure: { headers: spend } }),
      answered({ status: 409, bucket: 'concurrency_limit_exceeded', retryAfterS: 3 }),
      answered({ status: 409, bucket: 'invalid_input' }),
    ].map(titleOf);
    expect(new Set(titles).size).toBe(6);
    expect(titles[3]).toContain('spend');
    expect(titles).not.toContain('The router failed');
  });

  it('R-4.37 R-7.31 R-7.32 retries a 503 with backoff, and finally gives up', () => {
    const waits: number[] = [];
    let run = answered({ status: 503, bucket: 'service_unavailable' });
    while (run.state.name === 'retry_wait' && waits.length < 50) {
      waits.push(waitMs(run) ?? 0);
      run = answered({ status: 503, bucket: 'service_unavailable', run: { ...run, state: { name: 'in_flight' } } });
    }
    expect(waits.length).toBeGreaterThan(3);
    expect(waits.length).toBeLessThan(50);
    expect(waits[4]).toBeGreaterThan((waits[0] ?? 0) * 2);
    expect(run.state.name).toBe('failed');
    expect(canRetry(run, NOW)).toBe(true);
  });

  it('R-5.10 R-5.11 R-5.12 treats not_enabled as final but not as a failure, with a message other than for forbidden', () => {
    const off = answered({ status: 403, bucket: 'not_enabled' });
    const forbidden = answered({ status: 403, bucket: 'forbidden' });
    expect(nextAction(off, NOW + KEY_LIFETIME_MS)).toEqual({ do: 'nothing' });
    expect(runText(off, undefined, NOW).tone).toBe('neutral');
    expect(runText(forbidden, undefined, NOW).tone).toBe('bad');
    expect(titleOf(off)).not.toBe(titleOf(forbidden));
    expect([runActions(off, NOW), runAnnouncement(off)]).toEqual([[], 'Models are not enabled yet']);
    expect([runActions(forbidden, NOW), runAnnouncement(forbidden)]).toEqual([['try_again'], 'The run failed']);
  });

  it('R-7.03 handles an unknown bucket as internal_error, and stores its name', () => {
    const unknown = answered({ status: 500, bucket: 'brand_new' });
    const known = answered({ status: 500, bucket: 'internal_error' });
    expect(unknown.state.name).toBe(known.state.name);
    expect(titleOf(unknown)).toBe(titleOf(known));
    expect(unknown.state).toMatchObject({ failure: { rawBucket: 'brand_new' } });
  });

  it('R-7.10 R-7.11 R-2.14 R-2.15 never retries a policy refusal, and states whether this model charges for it', () => {
    const reported = ['yes', 'no', 'unknown', 'sometimes', null].map((chargesOnPolicyRejection) => {
      const run = answered({ status: 400, bucket: 'content_policy_violation', run: { chargesOnPolicyRejection } });
      expect(run.state.name).toBe('failed');
      expect(runActions(run, NOW)).toEqual([]);
      return textOf(run);
    });
    expect(reported[0]).toContain('This model charges for calls that it refuses');
    expect(reported[1]).toContain('does not charge');
    for (const text of reported.slice(2)) expect(text).toContain('may be charged');
  });

  it.each([
    [400, 'invalid_input', 'R-4.26'],
    [401, 'unauthorized', 'R-4.28 R-5.07'],
    [402, 'insufficient_credits', 'R-7.15 R-7.35'],
    [403, 'forbidden', 'R-4.29 R-5.08'],
    [404, 'model_not_found', 'R-4.30'],
    [413, 'invalid_input', 'R-4.32'],
    [422, 'invalid_input', 'R-4.33 R-7.08'],
  ] as const)('%s %s stops at once (%s)', (status, bucket, _rules) => {
    const run = answered({ status, bucket });
    expect(run.state.name).toBe('failed');
    expect(nextAction(run, NOW + KEY_LIFETIME_MS)).toEqual({ do: 'nothing' });
  });

  it('R-4.32 states the size of a request that is too large', () => {
    expect(textOf(answered({ status: 413, bucket: 'invalid_input', run: { bodyBytes: 5_000_000 } }))).toContain(
      '4.77 MiB',
    );
  });

  it('R-4.20 resends after a lost response with the same idempotency key, and never claims that nothing ran', () => {
    const lost = answered({ status: 0, bucket: null });
    expect(lost).toMatchObject({ mayHaveRun: true, state: { name: 'retry_wait' } });
    const rejected = answered({ status: 401, bucket: 'unauthorized', run: { ...lost, state: { name: 'in_flight' } } });
    expect(rejected.state).toMatchObject({ name: 'collectable', why: 'check_refused' });
  });
});

describe('a run that is abandoned, stopped or resumed', () => {
  const stateAfter = (run: RunRecord, event: Parameters<typeof step>[1], now = NOW): RunState =>
    step(run, event, now).state;

  it('can be resumed until the idempotency key expires', () => {
    const sent = makeRun({ firstSentAt: NOW, sentAt: NOW, state: { name: 'in_flight' } });
    const left = step(sent, { kind: 'resume', knowsItsCalls: false }, NOW + 5000);
    expect(left.state).toMatchObject({ name: 'collectable', why: 'interrupted' });
    expect(canRetry(left, NOW + KEY_LIFETIME_MS / 2)).toBe(true);
    expect(canRetry(left, NOW + KEY_LIFETIME_MS)).toBe(false);
    expect(runActions(left, NOW + KEY_LIFETIME_MS)).toEqual(['run_anew']);
  });

  it('gets the outcome of a call from our gateway automatically, and never starts one that costs money', () => {
    const sent = makeRun({ firstSentAt: NOW, sentAt: NOW, state: { name: 'in_flight' } });
    const event = { kind: 'resume', knowsItsCalls: true } as const;
    const left = step(sent, event, NOW + 5000);
    expect([nextAction(left, NOW + 5000).do, left.collectsOnly, left.key]).toEqual(['send', true, sent.key]);
    expect(step({ ...sent, isFree: true }, event, NOW + 5000).collectsOnly).toBe(false);
    expect(step({ ...sent, isFree: true }, event, NOW + 3_600_000).collectsOnly).toBe(true);
    expect(stateAfter(sent, event, NOW + KEY_LIFETIME_MS)).toMatchObject({ name: 'collectable', why: 'interrupted' });
  });

  it('is not sent if our gateway has no record of it, and can be sent with the same idempotency key', () => {
    const requested = makeRun({ firstSentAt: NOW, mayHaveRun: true, collectsOnly: true, state: { name: 'in_flight' } });
    const failure = { callOutcome: 'not_run' } as const;
    const none = answered({ status: 409, bucket: 'invalid_input', failure, run: requested });
    expect(none).toMatchObject({ mayHaveRun: false, state: { name: 'not_sent' } });
    expect(textOf(none)).toContain('The gateway has no result of this call, and is not running it.');
    const again = step(none, { kind: 'user_send' }, NOW);
    expect([again.collectsOnly, again.key, again.state.name]).toEqual([false, requested.key, 'pending']);
  });

  it('goes on by itself if it was being retried when its page closed, and our gateway has not run it', () => {
    const rejected = answered({ status: 429, bucket: 'rate_limited', retryAfterS: 9 });
    const retrying = step({ ...rejected, firstSentAt: NOW }, { kind: 'send' }, NOW + 10_000);
    expect(retrying.state.name).toBe('in_flight');
    const collecting = step(retrying, { kind: 'resume', knowsItsCalls: true }, NOW + 15_000);
    const asked = step(collecting, { kind: 'send' }, NOW + 15_000);
    expect([asked.state.name, asked.collectsOnly]).toEqual(['in_flight', true]);
    const failure = { callOutcome: 'not_run' } as const;
    const none = answered({ status: 409, bucket: 'invalid_input', failure, run: asked });
    expect(none).toMatchObject({ mayHaveRun: false, collectsOnly: false, key: rejected.key, tries: 0 });
    expect(nextAction(none, NOW + 15_000).do).toBe('send');
    // Whoever returns later decides for themselves.
    const late = answered({
      status: 409,
      bucket: 'invalid_input',
      failure,
      run: { ...asked, firstSentAt: NOW - 3_600_000 },
    });
    expect(late.state.name).toBe('not_sent');
  });

  it('never mentions money if the model is free', () => {
    const reasons = ['interrupted', 'aborted', 'no_answer', 'deadline', 'queued', 'check_refused'] as const;
    const states: RunState[] = [
      { name: 'not_sent' },
      { name: 'canceled' },
      ...reasons.map((why) => ({ name: 'collectable' as const, until: NOW + 1e6, why, failure: null })),
      ...[0, 409, 429, 500, 502, 503, 504].map((status) => {
        const reported = failureOf(status, status === 504 ? 'deadline_exceeded' : null, NOW);
        return { name: 'retry_wait' as const, until: NOW + 1000, untilOwnCallEnds: false, failure: reported };
      }),
      ...[0, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504].flatMap((status) =>
        ([null, 'refused', 'protected', 'unknown'] as const).map((callOutcome) => ({
          name: 'failed' as const,
          failure: { ...failureOf(status, null, NOW), callOutcome },
        })),
      ),
    ];
    for (const state of states) {
      for (const firstSentAt of [null, NOW]) {
        const said = textOf(makeRun({ isFree: true, firstSentAt, state }));
        expect(said).not.toMatch(/charg|credit|paid|bill/i);
      }
    }
  });

  it('sends nothing automatically once the user has left it', () => {
    const inLine = makeRun({ state: { name: 'pending', since: NOW, isUnwritten: false } });
    expect(stateAfter(inLine, { kind: 'resume', knowsItsCalls: false }, NOW + 60_000).name).toBe('pending');
    expect(stateAfter(inLine, { kind: 'resume', knowsItsCalls: false }, NOW + 3_600_000).name).toBe('not_sent');
  });

  it('R-7.24 warns that a stopped call may still be charged, unless it was still queued', () => {
    const sent = makeRun({ firstSentAt: NOW, state: { name: 'in_flight' } });
    const aborted = step(sent, { kind: 'sent', outcome: { kind: 'aborted' }, hasOwnCalls: false }, NOW);
    expect(textOf(aborted)).toContain('may still charge');
    expect(stateAfter(makeRun(), { kind: 'user_stop' }).name).toBe('canceled');
    const rejected = answered({ status: 429, bucket: 'rate_limited', retryAfterS: 9 });
    expect(stateAfter(rejected, { kind: 'user_stop' }).name).toBe('canceled');
  });

  it('is retried on a click with the original idempotency key and a reset attempt count', () => {
    const run = answered({ status: 504, bucket: 'deadline_exceeded', run: { faults: 3 } });
    const requested = step({ ...run, faults: 3, tries: 9 }, { kind: 'user_ask' }, NOW + 1000);
    expect(requested).toMatchObject({ key: run.key, faults: 0, tries: 0, state: { name: 'pending' } });
  });
});
