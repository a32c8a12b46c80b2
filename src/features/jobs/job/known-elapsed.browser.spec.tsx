import { QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { KnownElapsed } from './known-elapsed';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(unmountGateway);

it('stops a run time at the last response while the gateway is unreachable, and continues when it is back', async () => {
  const client = createQueryClient();
  const query = gatewayStatusQuery(LOCAL_SURFACE);
  const status = await client.fetchQuery(query);
  const now = Date.now();
  client.setQueryData(query.queryKey, status, { updatedAt: now - 30_000 });
  gateway.worker.use(http.get('*/console/status', () => HttpResponse.error()));
  await client.refetchQueries({ queryKey: query.queryKey });
  const screen = await render(
    <QueryClientProvider client={client}>
      <KnownElapsed since={now - 90_000} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText('1 min 00 s', { exact: true })).toBeVisible();
  // Nothing is known beyond one minute after its start, although this page's clock shows a minute and a half.
  gateway.worker.resetHandlers();
  await client.refetchQueries({ queryKey: query.queryKey });
  await expect.poll(() => screen.container.textContent).toMatch(/^1 min [3-5]\d s$|^2 min/);
});
