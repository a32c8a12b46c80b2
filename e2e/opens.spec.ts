import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ENGINE_TIME } from './console';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import type { FaultProxy } from './fault-proxy';

test('a new user opens the URL and lands on Submit, which explains what to do', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/local\/submit$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('every screen opens by its URL, is reachable by its link, and is accessible in both themes', async ({ page }) => {
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

test('the list is preloaded with the code of its page, and requested once @firefox', async ({ page, api, traffic }) => {
  const job = await api.submit(growing(), 'here at once');
  await expect.poll(async () => (await api.job(job.id)).status, ENGINE_TIME).toBe('succeeded');
  // Once the event stream is open, the page reads the list again.
  traffic.cut(/\/events$/);
  await page.goto('/local/jobs');
  await expect(page.getByRole('link', { name: 'here at once' })).toBeVisible();
  await expectAskedOnceByLink(page, traffic, ['/api/v2/jobs?limit=50', '/console/status']);
});

test('the model catalog is preloaded with the code of its page, and requested once @firefox', async ({
  page,
  traffic,
}) => {
  await page.goto('/local/models');
  await expect(page.getByRole('link', { name: 'flowdeck/halftone' })).toBeVisible();
  await expectAskedOnceByLink(page, traffic, ['/v2/models?limit=100', '/console/models']);
});

test('a model and its schema are preloaded with the code of their page, and requested once @firefox', async ({
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
  // Its form is there, too.
  await expect(still.getByText('Larger images are shrunk to this many pixels.')).toBeVisible();
  await context.close();
  // A returning user may have input and a result, so the page does not say otherwise until that is known.
  await page.goto('/local/models/flowdeck/halftone');
  await expect(page.locator('html')).not.toHaveAttribute('data-visited');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-visited');
});

/** Below the `staleTime` of queries: on a busy machine, a request after it refreshes the response. */
const FRESH_MS = 900;

/** Checks that the `Link` header caused the only request: the page's own request used that response. */
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
    const [first, ...others] = traffic.requests.filter(({ path, query }) => path + query === url);
    expect(first).toBeDefined();
    const doubles = others.filter(({ from }) => from < (first?.to ?? Infinity) + FRESH_MS);
    expect(doubles).toEqual([]);
  }
}

test('an unknown URL shows an error and a link back', async ({ page }) => {
  await page.goto('/local/no-such-screen');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('link', { name: /submit|jobs/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/local\/(?:submit|jobs)/);
});

test('the page has a strict policy with a new nonce', async ({ request, traffic }) => {
  const policies = [];
  for (let time = 0; time < 2; time += 1) {
    const response = await request.get(`${traffic.address}/`);
    policies.push(response.headers()['content-security-policy'] ?? '');
  }
  const { origin } = new URL(traffic.address);
  expect(policies[0]).toContain(
    `default-src 'none'; script-src ${origin}/_app/ ${origin}/early-files.js ${origin}/service-worker.js ${origin}/theme.js 'wasm-unsafe-eval'; ` +
      `style-src ${origin}/_app/ 'nonce-`,
  );
  expect(policies[0]).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  expect(policies[0]).not.toBe(policies[1]);
});

test('a killed gateway shows as unreachable, and the console reconnects automatically', async ({ page, gateway }) => {
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await gateway.kill();
  await expect(page.getByText(/unreachable|not answer|cannot be reached/i).first()).toBeVisible({ timeout: 20_000 });
  await gateway.restart();
  await expect(page.getByText(/unreachable|not answer|cannot be reached/i)).toHaveCount(0, { timeout: 30_000 });
});
