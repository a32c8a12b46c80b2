import { z } from 'zod/mini';

/** The webhook of a Flowdeck gateway as its console reads it (docs/webhook.md). What it sends is in `webhook-changes.ts`. */

/** One attempt to deliver. */
export const WebhookAttempt = z.looseObject({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** `job.ended`, `batch.ended` or `test`. */
  type: z.string(),
  /** Of the response; `null` if there was none. */
  status: z.nullable(z.number()),
  /** Why it failed, as a sentence; `null` if it was delivered. */
  problem: z.nullable(z.string()),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookState = z.looseObject({
  webhook: z.nullable(
    z.looseObject({
      url: z.string(),
      format: z.string(),
      jobs: z.string(),
      allow_private: z.boolean(),
      has_secret: z.boolean(),
    }),
  ),
  /** Whether flags of the gateway set it, so that it cannot be changed on screen. */
  set_by_flags: z.boolean(),
  /** Number of events that are still to be delivered. */
  waiting: z.number(),
  /** Milliseconds since the epoch of the next attempt; `null` if nothing waits. */
  next_attempt_at: z.nullable(z.number()),
  /** Number of events that were not delivered in time, since the webhook was set. */
  given_up: z.number(),
  last_attempt: z.nullable(WebhookAttempt),
  last_delivered_at: z.nullable(z.number()),
});
export type WebhookState = z.infer<typeof WebhookState>;
