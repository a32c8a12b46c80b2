import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing, scripted } from './graphs';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

test('addresses that lead nowhere say what is not there, and lead back', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/local/no-such-screen');
  await expect(page.getByText('There is no page at this address')).toBeVisible();
  await page.getByRole('link', { name: 'See the jobs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();

  await page.goto('/other/jobs');
  await expect(page.getByText('There is no page at this address')).toBeVisible();
  await page.getByRole('link', { name: 'Submit a workflow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();

  await page.goto(`/local/jobs/${NOWHERE}`);
  await expect(page.getByText('There is no such job here')).toBeVisible();
  await expect(page.getByText(NOWHERE)).toBeVisible();
  await page.getByRole('link', { name: 'Show all jobs' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();

  await page.goto(`/local/submit/${NOWHERE}`);
  await expect(page.getByText('This draft is not on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Open a workflow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
});

test.describe('a page whose code does not come', () => {
  test.use({ expectedPageErrors: /dynamically imported module/ });

  test('says so without losing anything, and comes by Try again', async ({ page, traffic }) => {
    await page.goto('/local/submit');
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    traffic.cut(/\/_app\/.*\.js$/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something broke' })).toBeVisible();
    await expect(page.getByText(/nothing that was submitted is sent again/)).toBeVisible();
    traffic.mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  });
});

test.describe('a page whose code was not here when the gateway went away', () => {
  test.use({ expectedPageErrors: /dynamically imported module|The surface did not answer/ });

  test('says that the surface does not answer, stays in the console, and comes when it is back', async ({
    page,
    gateway,
    traffic,
  }) => {
    traffic.cut(/\/_app\/submit-page/);
    await page.goto('/local/jobs');
    await expect(page.getByText('No jobs yet')).toBeVisible();
    await gateway.kill();
    await page.getByRole('link', { name: 'Open Submit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something broke' })).toBeVisible();
    await expect(page.getByText(/^The surface did not answer\./).first()).toBeVisible();
    traffic.mend();
    await gateway.restart();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  });
});

test('the jobs stay on screen where a part of the code does not come', async ({ page, traffic, api }) => {
  traffic.cut(/\/_app\/virtual-rows/);
  await api.submit(growing(), 'still to be seen');
  await page.goto('/local/jobs');
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link', { name: 'still to be seen' })).toBeVisible();
  await expect.poll(() => traffic.count('GET', /virtual-rows/)).toBeGreaterThan(0);
  await expect(page.getByText('succeeded', { exact: true })).toBeVisible(ENGINE_TIME);

  traffic.cut(/\/_app\/graph-view/);
  await page.getByRole('link', { name: 'still to be seen' }).click();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.getByText('The graph did not come')).toBeVisible();
  traffic.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('application', { name: /^Graph of/ })).toBeVisible();
});

test.describe('the first page', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test('is Submit until something was run, and Jobs from then on', async ({ page, files }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/local\/submit$/);
    await page.goto('/local');
    await expect(page).toHaveURL(/\/local\/submit$/);
    const zone = page.getByRole('region', { name: 'Open a workflow' });
    await dropOn(page, zone, await files.workflow('mine.json', scripted(['ScriptText', { text: 'hello' }])));
    await runButton(page).click();
    await expect(page).toHaveURL(/\/local\/jobs\//);
    await page.goto('/');
    await expect(page).toHaveURL(/\/local\/jobs$/);
    await expect(page.getByRole('link', { name: 'mine.json' })).toBeVisible();
  });
});
