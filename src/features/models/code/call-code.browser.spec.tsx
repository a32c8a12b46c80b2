import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '@/api/query-client';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { CallCode } from './call-code';
import '@/testing/console-styles';

beforeEach(() => mountGateway());
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
