import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { scripted } from './graphs';

test.use({ gatewayFlags: ['--engine', 'scripted'] });

test('the sort order is in the URL, and a reload, Back and the job navigation preserve it', async ({ page, api }) => {
  for (const title of ['Run 10', 'Waves', 'run 9']) await api.submit(scripted(['ScriptOutput', {}]), title);
  await page.goto('/local/jobs');
  await page.getByRole('button', { name: 'Job. Sort A to Z' }).click();
  await expectOrder(page, ['run 9', 'Run 10', 'Waves']);
  await expect(page).toHaveURL(/sort=title/);
  await page.reload();
  await expectOrder(page, ['run 9', 'Run 10', 'Waves']);
  await expect(page.getByRole('columnheader', { name: /^Job/ })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('link', { name: 'run 9' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'run 9' })).toBeVisible();
  await page.getByRole('button', { name: 'Next job in list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Run 10' })).toBeVisible();
  await page.goBack();
  await expectOrder(page, ['run 9', 'Run 10', 'Waves']);
});

async function expectOrder(page: Page, titles: readonly string[]): Promise<void> {
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link')).toHaveText(
    titles.map((title) => new RegExp(title)),
  );
}
