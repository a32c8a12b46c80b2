import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import type { GatewayStatus } from '@/domains/gateway/gateway-status';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
  localStorage.clear();
  await clearDeviceData('drafts');
  await clearDeviceData('templates');
});
afterEach(unmountGateway);

it.each([700, 1024, 2560])('shows the samples in one row without a gap, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const { screen } = await renderApp('/local/submit');
  const samples = screen.getByRole('region', { name: /^Samples/ }).getByRole('listitem');
  await expect.poll(() => samples.elements().length).toBe(3);
  const boxes = () => samples.elements().map((sample) => sample.getBoundingClientRect());
  await expect.poll(() => new Set(boxes().map(({ top }) => top)).size).toBe(1);
  await expect.poll(() => Math.max(...boxes().map((box) => box.height))).toBeLessThan(420);
});

it('offers only the sample of core nodes where ComfyUI alone runs workflows', async () => {
  const { app, worker } = gateway;
  worker.use(
    http.get('*/console/status', async ({ request }) => {
      const status = (await (await app.fetch(request)).json()) as GatewayStatus;
      return HttpResponse.json({ ...status, engine: { ...status.engine, name: 'comfyui' } });
    }),
  );
  const { screen } = await renderApp('/local/submit');
  const samples = screen.getByRole('region', { name: /^Samples/ }).getByRole('listitem');
  await expect.poll(() => samples.elements().length).toBe(1);
});
