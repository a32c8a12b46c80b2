import type { Page } from '@playwright/test';
import { ENGINE_TIME, toasts } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import { findUnfitting, textsOfServer, usePseudoLanguage } from './pseudo-language';

const EXAMPLE = 'In the evening the harbor is quiet, and only the bells of the boats speak with the tide.';

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-AT' });

  test('gets a German console, and another language in Settings without a reload', async ({ page }) => {
    await page.goto('/local/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.locator('#language').click();
    await page.getByRole('option', { name: '日本語' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
    await expect(page).toHaveTitle(/設定/);
    await expect(page.locator('#language')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });

  test('reads what is wrong with a file, which a worker words', async ({ page, files }) => {
    await page.goto('/local/submit');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Dateien wählen' }).click();
    await (await choosing).setFiles(await files.write('broken.json', '{'));
    await expect(page.getByRole('alert')).toContainText('Das ist kein gültiges JSON');
  });

  test('shows no English before the catalog is there, and says so if it never comes', async ({ page, traffic }) => {
    traffic.cut(/\/_app\/de-[\w-]+\.json$/);
    await page.goto('/local/jobs', { waitUntil: 'commit' });
    await expect(toasts(page).getByText('The texts in Deutsch could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  });
});

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [width, height] of [
  [390, 844],
  [1024, 768],
] as const) {
  test.describe(`texts that are 40 % longer, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('fit on every page, and all of them come from the catalog', async ({ page, gateway, traffic, files, api }) => {
      await page.goto('/local/submit');
      const zone = page.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' });
      await dropOn(page, zone, await files.workflow('mine.json', growing()));
      await expect(page.getByRole('heading', { level: 1, name: 'mine.json' })).toBeVisible();
      const editor = new URL(page.url()).pathname;
      const { id } = await api.submit(growing(), 'mine');
      await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');

      await usePseudoLanguage(page, traffic);
      const known = await textsOfServer(gateway.address);
      // What the user wrote, and the example of a model.
      for (const text of ['mine', 'mine.json', 'grown-7', 'Save', '· Save', EXAMPLE]) known.add(text);
      const problems: string[] = [];
      const paths = ['submit', 'jobs', 'assets', 'batches', 'models', 'models/flowdeck/flow-field', 'settings'];
      for (const path of [editor, `/local/jobs/${id}`, ...paths.map((name) => `/local/${name}`)]) {
        await openPage(page, path);
        problems.push(...(await findUnfitting(page, known)).map((problem) => `${path}: ${problem}`));
      }
      await openPage(page, editor);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect.poll(async () => (await api.jobs()).length).toBe(2);
      problems.push(...(await findUnfitting(page, known)).map((problem) => `an active run: ${problem}`));
      const isDone = async () => (await api.jobs()).every(({ status }) => status === 'succeeded');
      await expect.poll(isDone, ENGINE_TIME).toBe(true);
      await expect(page.locator('img[src*="/content"]').first()).toBeVisible();
      problems.push(...(await findUnfitting(page, known)).map((problem) => `a run: ${problem}`));
      await openPage(page, '/local/submit');
      problems.push(...(await findUnfitting(page, known)).map((problem) => `a draft that ran: ${problem}`));
      expect(problems).toEqual([]);
    });
  });
}
