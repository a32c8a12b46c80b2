import type { Page } from '@playwright/test';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test, type TestFiles } from './fixtures';
import type { GatewayApi } from './gateway-api';
import { scripted } from './graphs';

const JOBS = /\/api\/v2\/jobs$/;
const LIMIT = 2;
const CELLS = 6;

test.describe('a batch creates one job per cell', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test('the page is closed before the response to a cell: the next page finds the job and runs the rest', async ({
    page,
    context,
    traffic,
    api,
    files,
  }) => {
    await planSweep(page, files);
    const response = traffic.holdResponse('POST', JOBS);
    await start(page);
    await response.given;
    await page.close();
    response.lose();
    expect(await api.jobs()).toHaveLength(1);
    const later = await context.newPage();
    await later.goto('/local/submit');
    await expectEachCellOnce(api);
  });

  test('the tab that runs it is closed: another open tab takes over', async ({ page, context, api, files }) => {
    const other = await context.newPage();
    await other.goto('/local/submit');
    await planSweep(page, files);
    await start(page);
    await expect.poll(async () => (await api.jobs()).length).toBeGreaterThan(1);
    await page.close();
    await expectEachCellOnce(api);
  });

  test('the gateway is killed and restarted: nothing runs twice, and the rest follows', async ({
    page,
    gateway,
    api,
    files,
  }) => {
    await planSweep(page, files);
    await start(page);
    await expect.poll(async () => (await api.jobs()).length).toBeGreaterThan(1);
    await gateway.kill();
    await expect(page.getByText('Flowdeck is not running.').first()).toBeVisible();
    await gateway.restart();
    await expectEachCellOnce(api);
  });
});

test.describe('on a gateway with a short queue', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted', '--queue-depth', '1'] });

  test('a batch waits for a full queue with one submission, and finishes', async ({ page, traffic, api, files }) => {
    await planSweep(page, files);
    await page.getByRole('textbox', { name: 'At once' }).fill(String(CELLS));
    await start(page);
    await expectEachCellOnce(api, CELLS);
    // One rejected request per wait, not one per cell.
    const sent = traffic.requests.filter(({ method, path }) => method === 'POST' && JOBS.test(path));
    const keys = new Set(sent.map(({ key }) => key));
    expect(keys.size).toBe(CELLS);
    expect(sent.some(({ status }) => status === 429)).toBe(true);
  });
});

async function planSweep(page: Page, files: TestFiles): Promise<void> {
  await page.goto('/local/submit');
  const workflow = await files.workflow('mine.json', scripted(['ScriptSteps', { steps: 3, ms: 150 }]));
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  await expect(runButton(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'ms' }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await expect(dialog.getByRole('textbox', { name: 'Values', exact: true })).toBeFocused();
  await page.keyboard.type('101 102 103 104 105 106');
  await dialog.getByRole('textbox', { name: 'At once' }).fill(String(LIMIT));
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Start ${CELLS} jobs` }).click();
}

/** Waits until all cells have succeeded, with at most `limit` jobs active at any time, and one job for each value. */
async function expectEachCellOnce(api: GatewayApi, limit = LIMIT): Promise<void> {
  let mostActive = 0;
  const succeeded = async () => {
    const jobs = await api.jobs();
    mostActive = Math.max(mostActive, jobs.filter(({ status }) => status === 'queued' || status === 'running').length);
    return jobs.filter(({ status }) => status === 'succeeded').length;
  };
  await expect.poll(succeeded, { ...ENGINE_TIME, intervals: [100] }).toBe(CELLS);
  const cells = (await api.jobs()).map(({ metadata }) => metadata?.['flowdeck_batch']?.split('/')[1]);
  expect(cells.sort()).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(mostActive).toBeLessThanOrEqual(limit);
}
