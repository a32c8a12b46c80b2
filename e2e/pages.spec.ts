import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ENGINE_TIME, openStartedJob, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing, scripted } from './graphs';

/** A part also tries again by itself, every few seconds: on a busy machine before the click. */
async function tryAgain(page: Page, part: Locator): Promise<void> {
  await expect(async () => {
    if (!(await part.isVisible())) await page.getByRole('button', { name: 'Try again' }).click({ timeout: 1000 });
    await expect(part).toBeVisible({ timeout: 2000 });
  }).toPass();
}

const NOWHERE = '00000000-0000-4000-8000-000000000000';

test('unknown URLs name what does not exist, and link back', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/local/no-such-screen');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'View jobs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();

  await page.goto('/other/jobs');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Submit a workflow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();

  await page.goto(`/local/jobs/${NOWHERE}`);
  await expect(page.getByText('Job not found')).toBeVisible();
  await expect(page.getByText(NOWHERE)).toBeVisible();
  await page.getByRole('link', { name: 'Show all jobs' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();

  await page.goto(`/local/submit/${NOWHERE}`);
  await expect(page.getByText('Draft not found')).toBeVisible();
  await page.getByRole('link', { name: 'Open a workflow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
});

test.describe('a page whose code fails to load', () => {
  test.use({ expectedPageErrors: /dynamically imported module/ });

  test('shows an error without losing anything, and loads on Try again', async ({ page, traffic }) => {
    await page.goto('/local/submit');
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    traffic.cut(/\/_app\/.*\.js$/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByText(/Nothing is submitted twice/)).toBeVisible();
    traffic.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  });
});

test.describe('a page whose code was not loaded before the gateway went down', () => {
  test.use({ expectedPageErrors: /dynamically imported module|No response from the server/ });

  test('shows that the surface does not respond, stays in the console, and loads when it is back', async ({
    page,
    gateway,
    traffic,
  }) => {
    traffic.cut(/\/_app\/submit-page/);
    await page.goto('/local/jobs');
    await expect(page.getByText('No jobs yet')).toBeVisible();
    await gateway.kill();
    await page.getByRole('link', { name: 'Open Submit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByText(/^No response from the server\./).first()).toBeVisible();
    traffic.mend();
    await gateway.restart();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  });
});

test('the jobs stay on screen if a part of the code fails to load', async ({ page, traffic, api }) => {
  traffic.cut(/\/_app\/deferred-parts/);
  await api.submit(growing(), 'still to be seen');
  await page.goto('/local/jobs');
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link', { name: 'still to be seen' })).toBeVisible();
  await expect.poll(() => traffic.count('GET', /deferred-parts/)).toBeGreaterThan(0);
  await expect(page.getByText('succeeded', { exact: true })).toBeVisible(ENGINE_TIME);

  traffic.cut(/\/_app\/graph-view/);
  await page.getByRole('link', { name: 'still to be seen' }).click();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByText('This part of the page failed to load.')).toBeVisible();
  traffic.mend();
  await tryAgain(page, page.getByRole('application', { name: /^Graph of/ }));
});

test('a click on a row is not lost if the code of the list arrives between press and release', async ({
  page,
  traffic,
  api,
}) => {
  const code = traffic.holdResponse('GET', /\/_app\/deferred-parts/);
  const { id } = await api.submit(growing({ steps: 1 }), 'to be opened');
  await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto('/local/jobs');
  const row = page.getByRole('list', { name: 'Jobs' }).getByRole('link', { name: 'to be opened' });
  await expect(row).toBeVisible();
  await code.given;
  await row.hover();
  await page.mouse.down();
  code.deliver();
  await expect.poll(() => traffic.open(/\/_app\//)).toBe(0);
  // Long enough for the page to evaluate and draw the code.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.mouse.up();
  await page.waitForURL(`**/jobs/${id}`);
  await expect(page.getByRole('heading', { name: 'to be opened' })).toBeVisible();
});

test('a dialog whose code fails to load shows an error, and opens on a retry', async ({ page, traffic }) => {
  await page.goto('/local/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  traffic.cut(/\/_app\/command-palette/);
  const failure = page.getByRole('dialog', { name: 'This dialog failed to load' });
  // The shell's shortcuts are installed after the first paint.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(failure).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  traffic.mend();
  await tryAgain(page, page.getByRole('dialog', { name: 'Commands' }));
  await expect(failure).toHaveCount(0);
});

test.describe('the first page', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test('is Submit until the first run, and Jobs afterwards', async ({ page, files }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/local\/submit$/);
    await page.goto('/local');
    await expect(page).toHaveURL(/\/local\/submit$/);
    const zone = page.getByRole('region', { name: 'Open a workflow' });
    await dropOn(page, zone, await files.workflow('mine.json', scripted(['ScriptText', { text: 'hello' }])));
    await runButton(page).click();
    await openStartedJob(page);
    await expect(page).toHaveURL(/\/local\/jobs\//);
    await page.goto('/');
    await expect(page).toHaveURL(/\/local\/jobs$/);
    await expect(page.getByRole('link', { name: 'mine.json' })).toBeVisible();
  });
});
