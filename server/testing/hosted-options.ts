import type { HostedQuirk } from './hosted-quirks';

export interface HostedAccount {
  /** API keys; all of them see the same jobs and assets. */
  keys: readonly string[];
  /** Keys that may read and change nothing. */
  restrictedKeys?: readonly string[];
  /** Keys that are known and may do nothing: 403 on every request. */
  forbiddenKeys?: readonly string[];
  /** Submissions and model runs that are paid for; absent: any number. */
  credits?: number;
}

/**
 * Format of the job list (docs/api-notes.md, Job list). `records`: cursor and labels, without outputs and links. `jobs`:
 * whole jobs by status, without a cursor. `none`: 501. `gateway`: as our gateway lists them, which fits both.
 */
export type HostedListing = 'gateway' | 'records' | 'jobs' | 'none';

export interface HostedSurfaceOptions {
  kind: 'managed' | 'serverless' | 'router';
  accounts: Readonly<Record<string, HostedAccount>>;
  /** Scheme and host. */
  origin?: string;
  /** Path in front of every address, such as `/deployment/blue`; empty: none. */
  mount?: string;
  /** Origin that serves content by signed URLs; absent: the surface itself does. */
  contentOrigin?: string | undefined;
  /** Text of the graph that a deployment runs. */
  pinnedWorkflow?: string;
  /** `starting` becomes `ready` after `startMs`; without it, only when a test says so. */
  state?: HostedState;
  startMs?: number;
  /** Requests per account within a window; more are rejected with 429. */
  requestRate?: { requests: number; windowMs: number };
  /** Origins whose pages may read responses; absent: no CORS headers at all. */
  allowedOrigins?: readonly string[];
  /**
   * Spelling of headers and of the keys of `extra_data` (docs/api-notes.md, Headers in two spellings); absent: that of our
   * gateway.
   */
  dialect?: 'service' | 'comfy';
  listing?: HostedListing;
  /** `false`: no job has a log, and no `urls.logs`. */
  hasLogs?: boolean;
  /** `false`: the workflow of a job cannot be read back. */
  hasWorkflows?: boolean;
  /** `false`: a submission with labels is refused. */
  takesLabels?: boolean;
  /** What third-party surfaces do differently; none if absent. */
  quirks?: readonly HostedQuirk[];
}

/** Of a deployment (Job API 7). */
export type HostedState = 'ready' | 'starting' | 'stopped';

/** What the public surfaces can do, as far as it is known (docs/api-notes.md, Job list). */
export const KIND_DEFAULTS = {
  managed: { listing: 'none', hasLogs: false, takesLabels: false },
  serverless: { listing: 'records' },
  router: {},
} as const satisfies Record<HostedSurfaceOptions['kind'], Partial<HostedSurfaceOptions>>;
