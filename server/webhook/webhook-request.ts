import type { WebhookSettings } from '@contract/console/webhook-changes';
import { toBase64 } from '../to-base64';
import { isBadEnd, titleOf, webhookBody, type WebhookEvent } from './webhook-event';

/** One delivery as it is sent. */
export interface WebhookRequest {
  url: string;
  /** Whether the URL may lead to a private network. */
  allowsPrivate: boolean;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Sends one delivery and returns the status of the response, whose body is not read. Follows no redirect. A port, since browsers
 * and tests cannot guard network access; the product uses `server/platform/webhook-client.ts`.
 * @throws WebhookFailure
 */
export type WebhookSend = (request: WebhookRequest, signal: AbortSignal) => Promise<number>;

/** Why there is no response: a clause that is safe to show, such as "refused the connection". */
export class WebhookFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WebhookFailure';
  }
}

interface Sent {
  id: string;
  event: WebhookEvent;
  /** Of the gateway. */
  origin: string;
  /** Milliseconds since the epoch of this attempt. */
  now: number;
}

export async function webhookRequest(
  settings: WebhookSettings,
  { id, event, origin, now }: Sent,
): Promise<WebhookRequest> {
  const content = webhookBody(id, event, origin);
  const body = settings.format === 'json' ? JSON.stringify(content) : content.text;
  const timestamp = String(Math.floor(now / 1000));
  const signature = settings.secret === null ? null : await sign(settings.secret, `${id}.${timestamp}.${body}`);
  return {
    url: settings.url,
    allowsPrivate: settings.allow_private,
    headers: {
      'user-agent': 'Flowdeck',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(signature === null ? {} : { 'webhook-signature': `v1,${signature}` }),
      ...(settings.format === 'json'
        ? { 'content-type': 'application/json' }
        : {
            'content-type': 'text/plain; charset=utf-8',
            // Read by ntfy.
            title: titleOf(event),
            tags: event.type === 'test' ? 'wave' : isBadEnd(event) ? 'x' : 'white_check_mark',
            click: content.links.page,
          }),
    },
    body,
  };
}

const PREFIX = 'whsec_';

/** HMAC-SHA-256 in base64. The key is the text, or, after `whsec_` (standardwebhooks.com), base64. */
async function sign(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  const key = await crypto.subtle.importKey(
    'raw',
    bytes ?? encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

/** Returns `null` for text that is not base64, or empty. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return bytes.length === 0 ? null : bytes;
  } catch {
    return null;
  }
}
