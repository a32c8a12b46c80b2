import { API_KEY } from '@contract/router/headers';
import type { Clock } from '../clock';
import { jobApiError } from '../http/job-api-error';
import type { HostedSurfaceOptions } from './hosted-options';

type AccountOptions = Pick<HostedSurfaceOptions, 'accounts' | 'kind' | 'requestRate'>;

/** API keys, credits and rate limits of a hosted surface. */
export class HostedAccounts {
  readonly #options: AccountOptions;
  readonly #clock: Clock;
  readonly #credits: Map<string, number>;
  readonly #windows = new Map<string, { startedAt: number; requests: number }>();

  constructor(options: AccountOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#credits = new Map(
      Object.entries(options.accounts).map(([name, { credits = Infinity }]) => [name, credits] as const),
    );
  }

  credits(account: string): number {
    return this.#credits.get(account) ?? 0;
  }

  setCredits(account: string, credits: number): void {
    this.#credits.set(account, credits);
  }

  pay(account: string): void {
    this.setCredits(account, this.credits(account) - 1);
  }

  /** @returns the account. @throws HttpError `unauthorized` or `forbidden` (Job API 5). */
  authenticate(request: Request): string {
    const key = this.#presentedKey(request);
    if (key === null) throw jobApiError('unauthorized', 'API key required');
    for (const [name, { keys, restrictedKeys = [], forbiddenKeys = [] }] of Object.entries(this.#options.accounts)) {
      if (keys.includes(key)) return name;
      if (forbiddenKeys.includes(key)) throw jobApiError('forbidden', 'This API key has no access');
      if (!restrictedKeys.includes(key)) continue;
      if (request.method === 'GET' || request.method === 'HEAD') return name;
      throw jobApiError('forbidden', 'This API key is read-only');
    }
    throw jobApiError('unauthorized', 'Invalid API key');
  }

  /** Only the router accepts an API key in a separate header (Model Router 5). */
  #presentedKey({ headers }: Request): string | null {
    const own = this.#options.kind === 'router' ? headers.get(API_KEY) : null;
    return own ?? /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
  }

  /** Counts a request. @returns seconds to wait if it exceeds the limit, else `null` */
  countRequest(account: string): number | null {
    const { requestRate } = this.#options;
    if (!requestRate) return null;
    const now = this.#clock.now();
    const known = this.#windows.get(account);
    const isOver = known === undefined || now - known.startedAt >= requestRate.windowMs;
    const window = isOver ? { startedAt: now, requests: 0 } : known;
    this.#windows.set(account, window);
    window.requests += 1;
    if (window.requests <= requestRate.requests) return null;
    return Math.max(1, Math.ceil((window.startedAt + requestRate.windowMs - now) / 1000));
  }
}
