import type { HostedQuirk } from './hosted-quirks';

export interface HostedAccount {
  /** API keys; all of them see the same jobs and assets. */
  keys: readonly string[];
  /** API keys with read-only access. */
  restrictedKeys?: readonly string[];
  /** Known API keys without any permission: 403 on every request. */
  forbiddenKeys?: readonly string[];
  /** Number of paid submissions and model runs; unlimited if absent. */
  credits?: number;
}

/**
 * Format of the job list (docs/api-notes.md, Job list). `records`: cursor and labels, without outputs and links. `jobs`: whole jobs
 * by status, without a cursor. `none`: 501. `gateway`: the format of our gateway, which is compatible with both.
 */
export type HostedListing = 'gateway' | 'records' | 'jobs' | 'none';

export interface HostedSurfaceOptions {
  kind: 'managed' | 'serverless' | 'router';
  accounts: Readonly<Record<string, HostedAccount>>;
  /** Scheme and host. */
  origin?: string;
  /** Path prefix of all URLs, such as `/deployment/blue`; may be empty. */
  mount?: string;
  /** Origin that serves content by signed URLs; if absent, the surface itself does. */
  contentOrigin?: string | undefined;
  /** Text of the graph that a deployment runs. */
  pinnedWorkflow?: string;
  /** `starting` becomes `ready` after `startMs`; if that is absent, only when a test changes it. */
  state?: HostedState;
  startMs?: number;
  /** Maximum number of requests per account and window; more are rejected with 429. */
  requestRate?: { requests: number; windowMs: number };
  /** Origins whose pages may read responses; if absent, there are no CORS headers. */
  allowedOrigins?: readonly string[];
  /**
   * Spelling of headers and of the keys of `extra_data` (docs/api-notes.md, Headers in two spellings); defaults to that of our
   * gateway.
   */
  dialect?: 'service' | 'comfy';
  listing?: HostedListing;
  /** If `false`, no job has a log or `urls.logs`. */
  hasLogs?: boolean;
  /** If `false`, the workflow of a job cannot be fetched. */
  hasWorkflows?: boolean;
  /** If `false`, a submission with labels is rejected. */
  takesLabels?: boolean;
  /** Deviations of third-party surfaces; none if absent. */
  quirks?: readonly HostedQuirk[];
}

/** State of a deployment (Job API 7). */
export type HostedState = 'ready' | 'starting' | 'stopped';

/** Capabilities of the public surfaces, as far as known (docs/api-notes.md, Job list). */
export const KIND_DEFAULTS = {
  managed: { listing: 'none', hasLogs: false, takesLabels: false },
  serverless: { listing: 'records' },
  router: {},
} as const satisfies Record<HostedSurfaceOptions['kind'], Partial<HostedSurfaceOptions>>;
