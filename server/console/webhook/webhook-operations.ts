import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import type { AppDeps } from '../../deps';
import { jobApiError } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import { readJson } from '../../http/read-json';
import { NO_STORE } from '../../jobs/job-access';
import type { Webhook } from '../../webhook/webhook';

type WebhookOperationDeps = Pick<AppDeps, 'sendWebhook'> & { webhookQueue: Webhook };

const respond = (body: unknown) => Response.json(body, { headers: NO_STORE });

function requireClient({ sendWebhook }: WebhookOperationDeps): void {
  if (!sendWebhook) throw jobApiError('not_implemented', 'This gateway cannot reach other servers');
}

/** `GET /console/webhook`: its settings without the secret, and how its deliveries went. */
export const getWebhook =
  (deps: WebhookOperationDeps): OperationHandler =>
  () => {
    requireClient(deps);
    return respond(deps.webhookQueue.state());
  };

/** `PUT /console/webhook` */
export const putWebhook =
  (deps: WebhookOperationDeps): OperationHandler =>
  async ({ request }) => {
    requireClient(deps);
    const change = await readJson(request, CONSOLE_BODIES.putWebhook);
    if (deps.webhookQueue.isSetByFlags) throw jobApiError('invalid_request', 'Flags of this gateway set the webhook');
    deps.webhookQueue.change(change);
    return respond(deps.webhookQueue.state());
  };

/** `POST /console/webhook/test` */
export const testWebhook =
  (deps: WebhookOperationDeps): OperationHandler =>
  async ({ request }) => {
    requireClient(deps);
    await readJson(request, CONSOLE_BODIES.testWebhook);
    const attempt = await deps.webhookQueue.test();
    if (!attempt) throw jobApiError('invalid_request', 'There is no webhook');
    return respond(attempt);
  };

/** `POST /console/batches/end` */
export const endBatch =
  ({ webhookQueue }: WebhookOperationDeps): OperationHandler =>
  async ({ request }) => {
    webhookQueue.noteBatch(await readJson(request, CONSOLE_BODIES.endBatch));
    return new Response(null, { status: 204 });
  };
