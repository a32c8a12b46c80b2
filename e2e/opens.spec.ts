import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ENGINE_TIME } from './console';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import type { FaultProxy } from './fault-proxy';

test('a new user opens the address and lands on Submit, which says what to do', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/local\/submit$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('every screen opens by its address, is reachable by its link, and is accessible in both themes', async ({
  page,
}) => {
  for (const screen of ['submit', 'jobs', 'settings']) {
    await page.goto(`/local/${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  await page
    .getByRole('link', { name: /submit/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/local\/submit/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the list is asked for along with the code of its page, and once @firefox', async ({ page, api, traffic }) => {
  const job = await api.submit(growing(), 'here at once');
  await expect.poll(async () => (await api.job(job.id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto('/local/jobs');
  await expect(page.getByRole('link', { name: 'here at once' })).toBeVisible();
  await expectAskedOnceByLink(page, traffic, ['/api/v2/jobs?limit=50', '/console/status']);
});

test('the catalog of models is asked for along with the code of its page, and once @firefox', async ({
  page,
  traffic,
}) => {
  await page.goto('/local/models');
  await expect(page.getByRole('link', { name: 'flowdeck/halftone' })).toBeVisible();
  // The status is polled: on a busy machine a second request may have come.
  await expectAskedOnceByLink(page, traffic, ['/v2/models?limit=100', '/console/models']);
});

test('a model and its schema are asked for along with the code of their page, and once @firefox', async ({
  page,
  traffic,
}) => {
  await page.goto('/local/models/flowdeck/halftone');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeVisible();
  const detail = '/v2/models/flowdeck/halftone';
  await expectAskedOnceByLink(page, traffic, [detail, `${detail}/openapi.json`]);
});

test('the models are in the page before any of its code runs', async ({ browser, page, traffic }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(`${traffic.address}/local/models`);
  await expect(still.getByText('Prints an image as newspaper dots').filter({ visible: true })).toHaveCount(1);
  await still.goto(`${traffic.address}/local/models/flowdeck/halftone`);
  await expect(still.getByText('No result yet')).toBeVisible();
  await context.close();
  // Whoever was here may have a result, and is not told otherwise until that is known.
  await page.goto('/local/models/flowdeck/halftone');
  await expect(page.locator('html')).not.toHaveAttribute('data-visited');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-visited');
});

/** By the `Link` header of the page: the page's own request took that answer. */
async function expectAskedOnceByLink(page: Page, traffic: FaultProxy, urls: readonly string[]) {
  for (const url of urls) {
    const initiators = await page.evaluate(
      (ending) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith(ending))
          .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
      url,
    );
    expect(initiators[0]).toBe('link');
    expect(traffic.count('GET', new RegExp(`^${url.replace(/\?.*/, '')}$`))).toBe(1);
  }
}

test('an address that leads nowhere says so and shows a way back', async ({ page }) => {
  await page.goto('/local/no-such-screen');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('link', { name: /submit|jobs/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/local\/(?:submit|jobs)/);
});

test('the page comes under a strict policy with a fresh nonce', async ({ request, traffic }) => {
  const policies = [];
  for (let time = 0; time < 2; time += 1) {
    const answer = await request.get(`${traffic.address}/`);
    policies.push(answer.headers()['content-security-policy'] ?? '');
  }
  const { origin } = new URL(traffic.address);
  expect(policies[0]).toContain(
    `default-src 'none'; script-src ${origin}/_app/ ${origin}/service-worker.js ${origin}/theme.js 'wasm-unsafe-eval'; ` +
      `style-src ${origin}/_app/ 'nonce-`,
  );
  expect(policies[0]).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  expect(policies[0]).not.toBe(policies[1]);
});

test('a killed gateway shows as unreachable, and the console finds it again by itself', async ({ page, gateway }) => {
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await gateway.kill();
  await expect(page.getByText(/unreachable|not answer|cannot be reached/i).first()).toBeVisible({ timeout: 20_000 });
  await gateway.restart();
  await expect(page.getByText(/unreachable|not answer|cannot be reached/i)).toHaveCount(0, { timeout: 30_000 });
});
