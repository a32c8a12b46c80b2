import type { Page } from '@playwright/test';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import type { TestFiles } from './test-files';

test('a draft that another tab deletes stays deleted, unless the user restores it in the tab that edits it', async ({
  page,
  context,
  files,
}) => {
  await openDraft(page, files, 'coral.json');
  const list = await context.newPage();
  await deleteDraft(list, 'coral.json');

  await expect(page.getByRole('alert')).toContainText('This draft was deleted in another tab or browser.');
  await seedOf(page).fill('41');
  await seedOf(page).blur();
  await page.getByRole('link', { name: 'Submit' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await expect(page.getByText('coral.json')).toBeHidden();

  await openDraft(page, files, 'reef.json');
  await seedOf(page).fill('42');
  await deleteDraft(list, 'reef.json');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.reload();
  await expect(seedOf(page)).toHaveValue('42');

  await deleteDraft(list, 'reef.json');
  await expect(page.getByRole('alert')).toContainText('This draft was deleted in another tab or browser.');
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
  await deleteDraft(list, 'reef.json');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await expect(page.getByText('reef.json')).toBeHidden();
});

const seedOf = (page: Page) => page.getByRole('textbox', { name: 'seed' });

async function openDraft(page: Page, files: TestFiles, name: string): Promise<void> {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow(name, growing({ seed: 1 })));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/, saved$/)).toBeVisible();
}

async function deleteDraft(page: Page, name: string): Promise<void> {
  await page.goto('/local/submit');
  await page.getByRole('button', { name: 'All drafts' }).click();
  await page.getByRole('button', { name: `Delete the draft ${name}` }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
}
