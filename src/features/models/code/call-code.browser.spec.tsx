import { QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { CallCode } from './call-code';
import '@/testing/console-styles';

let gateway: BrowserGateway;
beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(unmountGateway);

const PICTURE = `data:image/png;base64,${'A'.repeat(5000)}`;

it('shows the current call in three languages, and copies it in full', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <CallCode
        surface={{ ...LOCAL_SURFACE, routerBaseUrl: 'https://router.example/base' }}
        modelId="bfl/flux-2-pro"
        bodyText={JSON.stringify({ prompt: 'a harbour', input_image: PICTURE })}
      />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('region', { name: 'The call in curl' })).toHaveTextContent('a harbour');
  await screen.getByRole('tab', { name: 'Python' }).click();
  const python = screen.getByRole('region', { name: 'The call in Python' });
  await expect.element(python).toHaveTextContent('https://router.example/base/v2/models/bfl/flux-2-pro');
  await expect.element(python).not.toHaveTextContent(PICTURE);
  await screen.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => write.mock.lastCall?.[0]).toContain(PICTURE);
  write.mockRestore();
});

it.each([
  ['router', true],
  ['self-hosted', false],
] as const)('asks a %s of another vendor for no session, and knows whether it needs a key', async (kind, needsKey) => {
  const asked = vi.fn();
  gateway.worker.use(
    http.get('*/console/session', ({ request }) => {
      asked(request.url);
      return HttpResponse.json({ needsToken: !needsKey, isSignedIn: true });
    }),
  );
  const base = `${location.origin}/other`;
  const client = createQueryClient();
  const screen = await render(
    <QueryClientProvider client={client}>
      <CallCode
        surface={{ id: 'other', name: 'Other', kind, baseUrl: base, routerBaseUrl: base }}
        modelId="bfl/flux-2-pro"
        bodyText="{}"
      />
    </QueryClientProvider>,
  );
  const call = screen.getByRole('region', { name: 'The call in curl' });
  await expect.element(call).toHaveTextContent('/other/v2/models/bfl/flux-2-pro');
  expect(call.element().textContent.includes('X-API-Key')).toBe(needsKey);
  expect(client.isFetching()).toBe(0);
  expect(asked).not.toHaveBeenCalled();
});
