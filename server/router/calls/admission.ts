import { ROUTER_HEADERS } from '@contract/router/headers';
import type { AppDeps, AppSettings } from '../../deps';
import { DISK_FULL } from '../../storage/spare-room';
import type { Store } from '../../storage/store';
import { routerError, withOutcome } from '../router-error';

type Limits = Pick<AppSettings, 'modelCalls' | 'modelSpendCents' | 'modelRate'>;

export interface AdmissionRequest {
  owner: string;
  holdCents: number;
  now: number;
}

/**
 * Checks the limits for a new call (Model Router 4, rule 5). Counts stored records, so that windows survive restarts. Must
 * run in the transaction that inserts the call.
 * @throws HttpError `rate_limited` or `concurrency_limit_exceeded`, naming the exceeded limit
 */
export function admit(store: Store, limits: Limits, { owner, holdCents, now }: AdmissionRequest): void {
  const { calls: mostInWindow, windowMs } = limits.modelRate;
  const window = store.router.startedAfter(owner, now - windowMs);
  if (window.calls >= mostInWindow) {
    const waitS = Math.max(1, Math.ceil(((window.oldest ?? now) + windowMs - now) / 1000));
    throw routerError(
      'rate_limited',
      `Rate limit: ${mostInWindow} ${mostInWindow === 1 ? 'call' : 'calls'} per ${spanOf(windowMs)}. Retry after ${waitS} s`,
      { headers: { [ROUTER_HEADERS.retryAfter]: String(waitS) } },
    );
  }
  const { calls, cents } = store.router.inFlight(owner);
  if (calls >= limits.modelCalls) {
    throw routerError(
      'concurrency_limit_exceeded',
      `${calls} calls are in flight, as many as are allowed at once. Retry when one of them finishes`,
      {
        status: 429,
        headers: {
          [ROUTER_HEADERS.concurrencyLimit]: String(limits.modelCalls),
          [ROUTER_HEADERS.concurrencyCurrent]: String(calls),
          [ROUTER_HEADERS.concurrencyRemaining]: String(Math.max(0, limits.modelCalls - calls)),
        },
      },
    );
  }
  // A call without committed spend is admitted even if other calls have reached the spend limit.
  if (holdCents === 0 || cents + holdCents <= limits.modelSpendCents) return;
  throw routerError(
    'concurrency_limit_exceeded',
    `This call would commit ${holdCents} cents, and the committed spend of calls in flight is ${cents} of ` +
      `${limits.modelSpendCents} cents. Retry when one of them finishes`,
    { status: 429, headers: spendHeaders(limits.modelSpendCents, cents) },
  );
}

/** @param current committed cents of other calls in flight */
export function spendHeaders(limit: number, current: number): Record<string, string> {
  return {
    [ROUTER_HEADERS.spendLimit]: String(limit),
    [ROUTER_HEADERS.spendCurrent]: String(current),
    [ROUTER_HEADERS.spendRemaining]: String(Math.max(0, limit - current)),
  };
}

const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Formats a duration, such as `1 minute` or `90 seconds`. */
function spanOf(ms: number): string {
  const [word, unit] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? (['second', 1000] as const);
  const amount = Math.round(ms / unit);
  return `${amount} ${word}${amount === 1 ? '' : 's'}`;
}

/** What a model made could not be stored on a full disk, and a call may cost money. @throws HttpError */
export function requireDiskSpace({ isDiskFull }: Pick<AppDeps, 'isDiskFull'>): void {
  if (isDiskFull?.()) throw withOutcome(routerError('service_unavailable', DISK_FULL), 'not_run');
}
