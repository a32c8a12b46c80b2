import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ENGINE_TIME, runButton, toasts } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import type { TestFiles } from './test-files';

/** A browser shares a batch every five seconds, and another one polls for changes as often. */
const SYNC_TIME = { timeout: 25_000 };

test.use({ gatewayFlags: ['--engine', 'embedded'], viewport: { width: 1440, height: 900 } });

test('a sweep fills its grid through a reload, is announced in one of two tabs, rated with keys, and exported', async ({
  page,
  context,
  api,
  files,
}) => {
  // No job can end before both tabs are away from the page of the batch, which announces nothing.
  await page.goto('/local/jobs?status=queued');
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByText('New jobs wait. Running jobs continue.')).toBeVisible();
  await startSweep(page, files);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(async () => (await api.jobs()).length).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('link', { name: 'Batches', exact: true }).first().click();
  await expect(page.getByText('0 of 6 succeeded').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/local/jobs');
  await other.getByRole('button', { name: 'Resume queue' }).click();
  const announced = async () => {
    const counts = await Promise.all(
      [page, other].map((tab) => toasts(tab).getByText(`${title}: succeeded`, { exact: true }).count()),
    );
    return counts.reduce((sum, count) => sum + count);
  };
  await expect.poll(announced, ENGINE_TIME).toBeGreaterThan(0);
  expect(await announced()).toBe(1);
  await other.goto('/local/batches');
  for (const tab of [page, other]) await expect(tab.getByText('6 of 6 succeeded').first()).toBeVisible();
  await expectAccessible(page);

  const opened = [page, other] as const;
  for (const tab of opened) await tab.getByRole('link', { name: title }).click();
  const cell = (tab: Page) => tab.getByRole('button', { name: 'steps 2, palette moss: succeeded' });
  for (const tab of opened) {
    await expect(tab.getByRole('gridcell').getByRole('button', { name: /: succeeded/ })).toHaveCount(6);
  }
  expect(await announced()).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'steps 2, palette coral: succeeded' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page)).toBeFocused();
  await page.keyboard.press('s');
  await page.keyboard.press('4');
  const marked = 'steps 2, palette moss: succeeded, starred, rated 4 of 5';
  for (const tab of opened) await expect(tab.getByRole('button', { name: marked })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Run 1 again…' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Run 1 again…' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'steps 2, palette moss' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await openExport(page, title);
  await expectAccessible(page);
  const sheet = await download(page, 'Save image');
  expect(sheet.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(sheet.readUInt32BE(16)).toBeGreaterThan(3 * 64);
  await openExport(page, title);
  await page.getByRole('radio', { name: 'Files as zip' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const zip = (await download(page, 'Download')).toString('latin1');
  expect(zip.split('\x89PNG\r\n')).toHaveLength(7);
  expect(zip).toMatch(
    /"cell","steps","palette","server","job_id","status","files","missing"\r\n1,"?2"?,"coral","This machine","[\w-]+","succeeded",/,
  );
});

test('a batch of one browser is followed in another one, and renamed and deleted there', async ({
  page,
  browser,
  traffic,
  api,
  files,
}) => {
  await page.goto('/local/jobs?status=queued');
  await page.getByRole('button', { name: 'Pause queue' }).click();
  await expect(page.getByText('New jobs wait. Running jobs continue.')).toBeVisible();
  await startSweep(page, files);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(async () => (await api.jobs()).length, ENGINE_TIME).toBeGreaterThan(0);
  const title = await page.getByRole('heading', { level: 1 }).innerText();

  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/batches');
  await expect(phone.getByRole('link', { name: title })).toBeVisible(SYNC_TIME);
  await expect(phone.getByText(/0 of 6 succeeded .* in another browser/)).toBeVisible(SYNC_TIME);
  await phone.getByRole('link', { name: title }).click();
  await expect(phone.getByRole('grid')).toBeVisible();
  await expect(phone.getByRole('status').getByText(/^Another browser runs this batch/)).toBeVisible();
  await expect(phone.getByRole('button', { name: /^steps 2, palette moss: / })).toBeVisible();
  await expect(phone.getByRole('button', { name: /^(Pause|Stop…)$/ })).toHaveCount(0);
  await expectAccessible(phone);

  await page.goto('/local/jobs');
  await page.getByRole('button', { name: 'Resume queue' }).first().click();
  const succeeded = phone.getByRole('gridcell').getByRole('button', { name: /: succeeded/ });
  const ended = async () => (await api.jobs()).filter(({ status }) => status === 'succeeded').length;
  await expect.poll(ended, ENGINE_TIME).toBe(6);
  await expect(succeeded).toHaveCount(6, SYNC_TIME);
  await expect(phone.getByText('6 of 6 succeeded')).toBeVisible();
  await expect(phone.getByText(/^Another browser runs this batch/)).toHaveCount(0);
  await phone.getByRole('button', { name: 'steps 2, palette moss: succeeded' }).click();
  await expect(phone.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await phone.keyboard.press('Escape');

  await phone.getByRole('button', { name: `More actions for ${title}` }).click();
  await phone.getByRole('menuitem', { name: 'Rename…' }).click();
  await phone
    .getByRole('dialog', { name: 'Rename batch' })
    .getByRole('textbox', { name: 'Name' })
    .fill('From the phone');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'From the phone' })).toBeVisible();
  await page.goto('/local/batches');
  await expect(page.getByRole('link', { name: 'From the phone' })).toBeVisible(SYNC_TIME);

  await phone.getByRole('button', { name: 'More actions for From the phone' }).click();
  await phone.getByRole('menuitem', { name: 'Delete…' }).click();
  await phone.getByRole('button', { name: 'Delete batch' }).click();
  await expect(phone.getByText('No batches yet')).toBeVisible();
  await expect(page.getByText('No batches yet')).toBeVisible(SYNC_TIME);
  await phone.context().close();
});

async function startSweep(page: Page, files: TestFiles): Promise<void> {
  await page.goto('/local/submit');
  const workflow = await files.workflow('grow.json', growing({ steps: 1, size: 64 }));
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  await expect(runButton(page)).toBeVisible();
  await page.getByRole('textbox', { name: 'steps' }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('2 3');
  await dialog.getByRole('button', { name: 'Add an axis' }).click();
  await dialog.getByRole('combobox', { name: 'Input of axis 2' }).click();
  await page.getByRole('combobox', { name: 'Search inputs' }).fill('palette');
  await page.keyboard.press('Enter');
  for (const name of ['coral', 'moss', 'ink']) await dialog.getByRole('checkbox', { name, exact: true }).press('Space');
  await dialog.getByRole('textbox', { name: 'At once' }).fill('1');
  await dialog.getByRole('button', { name: 'Start 6 jobs' }).click();
}

async function openExport(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog', { name: 'Export results' })).toBeVisible();
}

async function download(page: Page, button: string): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  return readFile(await (await saved).path());
}
