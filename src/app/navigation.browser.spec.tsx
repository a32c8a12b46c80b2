import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
});
afterEach(unmountGateway);

it('marks one link as the current page, and not the logo', async () => {
  const { screen, router } = await renderApp('/local/submit');
  const current = () =>
    [...screen.container.querySelectorAll('[aria-current=page]')]
      .filter((link) => link.checkVisibility())
      .map((link) => link.textContent);
  await expect.poll(current).toEqual(['Submit']);
  await screen.getByRole('link', { name: 'Jobs' }).click();
  await expect.poll(current).toContain('Jobs');
  await screen.getByRole('link', { name: 'Flowdeck', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/local/submit');
});
