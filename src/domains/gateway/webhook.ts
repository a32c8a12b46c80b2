import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { WebhookAttempt, WebhookState } from '@contract/console/webhook';
import type { EndedBatch, WebhookChange } from '@contract/console/webhook-changes';
import { callConsole } from '@/api/call-console';
import { markStale } from '@/api/live/stale-table';
import { LOCAL_SURFACE, operationKey } from '@/api/surface';
import { hasGateway } from '@/api/surfaces/has-gateway';

/** The webhook of the gateway that serves this page. */
export const webhookQuery = queryOptions({
  queryKey: operationKey(LOCAL_SURFACE, 'console.webhook'),
  queryFn: ({ signal }): Promise<WebhookState> => callConsole(LOCAL_SURFACE, 'getWebhook', { signal }),
  staleTime: 0,
  retry: false,
});

/** @throws ApiError */
export async function saveWebhook(client: QueryClient, change: WebhookChange): Promise<void> {
  client.setQueryData(webhookQuery.queryKey, await callConsole(LOCAL_SURFACE, 'putWebhook', { body: change }));
}

/** @throws ApiError */
export async function testWebhook(client: QueryClient): Promise<WebhookAttempt> {
  const attempt = await callConsole(LOCAL_SURFACE, 'testWebhook', { body: {} });
  await markStale(client, LOCAL_SURFACE, 'testWebhook');
  return attempt;
}

/** Reports a batch that ended in this browser. Only the webhook depends on it, so it may fail. */
export async function reportEndedBatch(batch: EndedBatch): Promise<void> {
  if (!hasGateway()) return;
  await callConsole(LOCAL_SURFACE, 'endBatch', { body: batch }).catch(() => {});
}
