import type { Locator, Page } from '@playwright/test';
import { ENGINE_TIME, runButton } from './console';
import { expect, test } from './fixtures';

test('a model is found by search, filled in and run, and its image appears', async ({ page, traffic }) => {
  await page.goto('/local/jobs');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search models' }).fill('FIELD flow');
  const models = page.getByRole('list', { name: 'Models', exact: true });
  await expect(models.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/\/models\?q=FIELD\+flow$/);
  await models.getByRole('link', { name: /flow-field/ }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'flowdeck/flow-field' })).toBeVisible();
  await expect(page.getByText('Rejections not charged')).toHaveCount(0);
  await expect(page.getByText('Paints thousands of strokes along the currents of a noise field.')).toBeVisible();
  await page.getByRole('textbox', { name: 'seed' }).fill('9007199254740993');
  await page.getByRole('textbox', { name: 'width' }).fill('320');
  await page.getByRole('textbox', { name: 'height' }).fill('256');
  traffic.forget();
  await page.keyboard.press('ControlOrMeta+Enter');
  const result = resultOf(page);
  await expect(result.getByText(/succeeded in/)).toBeVisible(ENGINE_TIME);
  await expect(result.getByText('320 × 256')).toBeVisible();
  const calls = traffic.requests.filter(({ method }) => method === 'POST');
  expect(calls.map(({ path }) => path)).toEqual(['/v2/models/flowdeck/flow-field']);

  // The request is the body alone, with the seed as typed.
  await page.getByRole('tab', { name: 'JSON' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Body as JSON' })).toHaveValue(/"seed": ?9007199254740993\b/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Body as JSON' })).toHaveValue(/"width": ?320\b/);
  await expect(result.getByText(/succeeded in/)).toBeVisible();
});

test('what is typed in a form survives a reload at once', async ({ page }) => {
  await page.goto('/local/models/flowdeck/flow-field');
  const seed = page.getByRole('textbox', { name: 'seed' });
  for (const value of ['41', '9007199254740993']) {
    await seed.fill(value);
    await page.reload();
    await expect(seed).toHaveValue(value);
  }
});

test('a slow run survives a reload: its result appears automatically, without mention of costs', async ({
  page,
  traffic,
}) => {
  await page.goto(
    `/local/models/flowdeck/erosion#input=${encodeURIComponent('{"size":256,"seed":7,"climate":{"rain":4}}')}`,
  );
  await runButton(page).click();
  const result = resultOf(page);
  await expect(result.getByText('Waiting for the model')).toBeVisible();
  await expect(page.getByText('1 call running. It continues if you leave this page.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/interrupted|charge|credit/i)).toHaveCount(0);
  await expect(result.getByText('replayed, not run again')).toBeVisible(ENGINE_TIME);
  await expect(result.getByText('256 × 256')).toBeVisible();
  const calls = traffic.requests.filter(({ method }) => method === 'POST');
  expect(calls.length).toBeGreaterThan(1);
  await expect(page.getByText(/interrupted|charge|credit/i)).toHaveCount(0);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

test('a response with truncated headers is requested again, and the model runs once', async ({ page, traffic }) => {
  const input = { messages: [{ role: 'user', content: 'One. Two. Three.' }], task: 'statistics' };
  await page.goto(`/local/models/flowdeck/digest#input=${encodeURIComponent(JSON.stringify(input))}`);
  const response = traffic.holdResponse('POST', /\/digest$/);
  await runButton(page).click();
  await response.given;
  response.cutHead();
  const result = resultOf(page);
  await expect(result.getByText('replayed, not run again')).toBeVisible(ENGINE_TIME);
  await expect(result.getByText(/0 B|Not valid JSON/)).toHaveCount(0);
  const calls = traffic.requests.filter(({ method }) => method === 'POST');
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

function resultOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Result', exact: true });
}
