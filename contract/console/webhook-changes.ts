import { z } from 'zod/mini';

/** Settings of the webhook of a Flowdeck gateway, and what its console reports for it. */

export const WEBHOOK_FORMATS = ['json', 'text'] as const;

/** Which jobs are reported: all of them, or those that are not part of a batch. */
export const WEBHOOK_JOBS = ['all', 'outside_batches'] as const;

const MAX_URL = 2000;
const MAX_SECRET = 500;
const MAX_TITLE = 200;
const MAX_ID = 200;

const WebhookUrl = z.string().check(
  z.maxLength(MAX_URL),
  z.refine((text) => readWebhookUrl(text) !== null, 'Not an http or https URL without a password'),
);

/** Returns `null` for text that is no URL of a webhook. */
export function readWebhookUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url : null;
}

/** As stored by the gateway. */
export const WebhookSettings = z.strictObject({
  url: WebhookUrl,
  format: z.enum(WEBHOOK_FORMATS),
  jobs: z.enum(WEBHOOK_JOBS),
  /** Whether it may lead to a private network. */
  allow_private: z.boolean(),
  /** Signs deliveries; `null`: they are unsigned. */
  secret: z.nullable(z.string().check(z.minLength(1), z.maxLength(MAX_SECRET))),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

/** Body of `putWebhook`. */
export const WebhookChange = z.strictObject({
  /** `null`: no webhook. */
  webhook: z.nullable(
    z.extend(WebhookSettings, {
      /** Absent: unchanged. */
      secret: z.optional(WebhookSettings.shape.secret),
    }),
  ),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

const count = z.int().check(z.minimum(0));

/** Body of `endBatch`: a batch runs in a browser, which is therefore the one that knows when it ends. */
export const EndedBatch = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(MAX_ID)),
  title: z.string().check(z.maxLength(MAX_TITLE)),
  status: z.enum(['finished', 'stopped']),
  /** Milliseconds since the epoch. A batch that continues ends again, at another time. */
  ended_at: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  jobs: z.strictObject({ succeeded: count, failed: count, canceled: count, unknown: count }),
});
export type EndedBatch = z.infer<typeof EndedBatch>;
