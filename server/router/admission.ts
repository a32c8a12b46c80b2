import { ROUTER_HEADERS } from '@contract/router/headers';
import type { AppSettings } from '../deps';
import type { Store } from '../storage/store';
import { RouterProblem } from './router-problem';

type Limits = Pick<AppSettings, 'modelCalls' | 'modelSpendCents' | 'modelRate'>;

export interface AdmissionRequest {
  owner: string;
  holdCents: number;
  now: number;
}

/**
 * Whether one more call may begin: Model Router 4, rule 5. Counted from the records, so a restart forgets nothing of a
 * window. To be asked in the transaction that inserts the call.
 * @throws RouterProblem `rate_limited` or `concurrency_limit_exceeded`, naming the limit that was hit
 */
export function admit(store: Store, limits: Limits, { owner, holdCents, now }: AdmissionRequest): void {
  const { calls: mostInWindow, windowMs } = limits.modelRate;
  const window = store.router.startedAfter(owner, now - windowMs);
  if (window.calls >= mostInWindow) {
    const waitS = Math.max(1, Math.ceil(((window.oldest ?? now) + windowMs - now) / 1000));
    throw new RouterProblem(
      'rate_limited',
      `Rate limit: ${mostInWindow} ${mostInWindow === 1 ? 'call' : 'calls'} per ${spanOf(windowMs)}. Retry after ${waitS} s`,
      { headers: { [ROUTER_HEADERS.retryAfter]: String(waitS) } },
    );
  }
  const { calls, cents } = store.router.inFlight(owner);
  if (calls >= limits.modelCalls) {
    throw new RouterProblem(
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
  // A call that holds nothing adds nothing to a ceiling that others have reached.
  if (holdCents === 0 || cents + holdCents <= limits.modelSpendCents) return;
  throw new RouterProblem(
    'concurrency_limit_exceeded',
    `This call would commit ${holdCents} cents, and the committed spend of calls in flight is ${cents} of ` +
      `${limits.modelSpendCents} cents. Retry when one of them finishes`,
    { status: 429, headers: spendHeaders(limits.modelSpendCents, cents) },
  );
}

/** @param current cents that other calls in flight hold */
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

/** `1 minute`, `90 seconds`. */
function spanOf(ms: number): string {
  const [word, unit] = UNITS.find(([, each]) => ms >= each && ms % each === 0) ?? (['second', 1000] as const);
  const amount = Math.round(ms / unit);
  return `${amount} ${word}${amount === 1 ? '' : 's'}`;
}
