import type { SendOutcome } from '../run-machine';
import { KEY_LIFETIME_MS } from '../../journal/key-age';
import type { RunFailure } from '../run-record';

/** Possible outcomes of one send of a run. */
export const RUN_FAULTS = [
  'none',
  'lost_before',
  /** The model runs, and the response is lost. */
  'lost_after',
  'broke_before',
  /** The router fails after the provider accepted the call. */
  'broke_after',
  /** The client gives up, and the request arrives later. */
  'arrives_late',
  /** The browser sends the request twice, and returns the second response. */
  'doubled',
  /** The router's deadline passes before or after the provider accepted the call. */
  'deadline_before',
  'deadline_after',
  'provider_error',
  'provider_timeout',
  'rate_limited',
  'too_many_calls',
  'unavailable',
  'unauthorized',
  'not_enabled',
  'no_credits',
  'invalid',
  'refused',
  'new_bucket',
] as const;
export type RunFault = (typeof RUN_FAULTS)[number];

const REFUSALS: Partial<Record<RunFault, readonly [status: number, bucket: string, retryAfterS: number | null]>> = {
  broke_before: [500, 'internal_error', null],
  deadline_before: [504, 'deadline_exceeded', null],
  provider_error: [502, 'provider_error', null],
  provider_timeout: [504, 'provider_timeout', null],
  rate_limited: [429, 'rate_limited', 4],
  too_many_calls: [429, 'concurrency_limit_exceeded', null],
  unavailable: [503, 'service_unavailable', null],
  unauthorized: [401, 'unauthorized', null],
  not_enabled: [403, 'not_enabled', null],
  no_credits: [402, 'insufficient_credits', null],
  invalid: [422, 'invalid_input', null],
  refused: [400, 'content_policy_violation', null],
  new_bucket: [500, 'brand_new', null],
};

/** Errors that a router returns before it looks up the key. */
const BEFORE_KEY: ReadonlySet<RunFault> = new Set<RunFault>([
  'rate_limited',
  'too_many_calls',
  'unavailable',
  'unauthorized',
  'not_enabled',
  'no_credits',
]);

const MODEL_TAKES_MS = 20_000;

/** A router that follows the contract: its idempotency keys survive everything for 24 hours. */
export class FaultyRouter {
  /** Calls that a provider accepted, and charges for. */
  readonly paid: { key: string }[] = [];
  private readonly claims = new Map<string, { at: number; isReplayable: boolean }>();
  /** Rejections of the input are deterministic: every later send with the key gets the same one. */
  private readonly refused = new Map<string, RunFault>();
  private late: (() => void)[] = [];

  send(key: string, fault: RunFault, now: number): SendOutcome {
    if (fault === 'lost_before') return lost(now);
    if (fault === 'arrives_late') {
      this.late.push(() => this.take(key, 'none', now));
      return lost(now);
    }
    if (fault === 'doubled') this.take(key, 'none', now);
    const outcome = this.take(key, fault, now);
    if (fault === 'lost_after') return lost(now);
    if (fault === 'broke_after') return failed(500, 'internal_error', null, now);
    return fault === 'deadline_after' ? failed(504, 'deadline_exceeded', 5, now) : outcome;
  }

  deliverLate(): void {
    const { late } = this;
    this.late = [];
    for (const arrive of late) arrive();
  }

  paidOf(key: string): number {
    return this.paid.filter((call) => call.key === key).length;
  }

  private take(key: string, requested: RunFault, now: number): SendOutcome {
    const isOfInput = requested === 'refused' || requested === 'invalid';
    const fault = BEFORE_KEY.has(requested) ? requested : (this.refused.get(key) ?? requested);
    const rejection = REFUSALS[fault];
    if (rejection && BEFORE_KEY.has(fault)) return failed(...rejection, now);
    const claim = this.claims.get(key);
    if (claim && now < claim.at + KEY_LIFETIME_MS) {
      if (now < claim.at + MODEL_TAKES_MS) return failed(409, 'concurrency_limit_exceeded', 2, now);
      return claim.isReplayable ? result(now, true) : failed(409, 'invalid_input', null, now);
    }
    if (isOfInput) this.refused.set(key, requested);
    if (rejection) return failed(...rejection, now);
    this.paid.push({ key });
    this.claims.set(key, { at: now, isReplayable: this.paid.length % 3 > 0 });
    return result(now, false);
  }
}

function result(now: number, isReplayed: boolean): SendOutcome {
  const response = {
    status: 200,
    receivedAt: now,
    durationMs: 0,
    contentType: 'application/json',
    sizeBytes: 2,
    isKept: true,
    requestId: 'r',
    isReplayed,
    creditsUsed: null,
    headers: [],
  };
  return { kind: 'result', answer: response, spend: null };
}

function lost(now: number): SendOutcome {
  return failed(0, null, null, now);
}

export function failed(status: number, rawBucket: string | null, retryAfterS: number | null, at: number): SendOutcome {
  return { kind: 'failure', failure: failureOf(status, rawBucket, at), retryAfterS, spend: null };
}

export function failureOf(status: number, rawBucket: string | null, at = 0): RunFailure {
  return {
    at,
    status,
    rawBucket,
    detail: 'As the test says',
    faults: [],
    requestId: 'r',
    isReplayed: false,
    upstreamStatus: null,
    upstreamDetail: null,
    refusalSubject: null,
    headers: [],
    bodyText: '',
  };
}
