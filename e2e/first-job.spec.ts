import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { blake3 } from 'hash-wasm';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { ENGINE_TIME, jobIdOf, openSample, openStartedJob, photoSlot, runButton, sizeBox, tabTo } from './console';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a new user sees an explanation in one line and three samples', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/local\/submit$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await expect(page.getByText(/turns it into a form, uploads your images, runs it/)).toBeVisible();
  const samples = page.getByRole('region', { name: /Samples that run here/ });
  await expect(samples.getByRole('listitem')).toHaveCount(3);
  await expect(samples.getByRole('button', { name: /Soften and frame/ })).toBeVisible();
  await expect(page.getByText('Nothing runs until you press Run')).toBeVisible();
});

test('a sample and a photo lead to a finished image, its file, and the same form again', async ({
  page,
  traffic,
  api,
  files,
}) => {
  const photo = await files.photo('holiday.png');
  await openSample(page, 'Soften and frame');
  await expect(page.getByText('1 input to fill in')).toBeVisible();

  const upload = traffic.holdBodies(/\/assets$/, 1_000_000);
  await dropOn(page, photoSlot(page).getByText('Drop your image here'), photo);
  await expect(photoSlot(page).getByText(/of 11\.7 MiB/)).toBeVisible();
  await expect(photoSlot(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText('1 file uploading')).toBeVisible();
  upload.release();
  await expect(photoSlot(page).getByText('Uploaded: 11.7 MiB sent')).toBeVisible();
  await expect(photoSlot(page).getByText('holiday.png')).toBeVisible();
  await expect(photoSlot(page).getByText(/^2400 × 1700/)).toBeVisible();
  const photoHash = `blake3:${await blake3(await readFile(photo))}`;
  await expect(photoSlot(page).getByText(photoHash.slice(0, 11))).toBeVisible();

  await page.getByRole('textbox', { name: 'blur_radius' }).fill('20');
  await sizeBox(page).fill('480');
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page).toHaveURL(/\/local\/jobs\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Soften and frame' })).toBeVisible();
  const outputs = page.getByRole('region', { name: 'Outputs' });
  await expect(outputs.getByRole('img', { name: /^Output softened_/ })).toBeVisible(ENGINE_TIME);
  await expect(outputs.getByText('624 × 532')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Soften and frame: succeeded' })).toBeAttached();

  await outputs.getByRole('button', { name: 'Open large' }).last().click();
  const large = page.getByRole('dialog', { name: 'Output' });
  await expect(large.getByRole('img', { name: /^Output softened_/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await outputs.getByRole('link', { name: /^Download softened_/ }).click();
  const download = await downloading;
  const saved = await files.write(download.suggestedFilename(), await readFile(await download.path()));

  const job = await api.job(jobIdOf(page));
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  expect(job.outputs).toHaveLength(1);
  expect(download.suggestedFilename()).toMatch(/^Soften and frame \d{4}-\d\d-\d\d [\da-f]{8} 1\.png$/);
  expect(job.outputs[0]?.hash).toBe(`blake3:${await blake3(await readFile(saved))}`);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
  traffic.forget();
  await dropOn(page, page.getByRole('heading', { name: 'Drop a workflow, or a file with one embedded' }), saved);
  await expect(page.getByRole('heading', { level: 1, name: download.suggestedFilename() })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'blur_radius' })).toHaveValue('20');
  await expect(photoSlot(page).getByText(photoHash.slice(0, 11))).toBeVisible();
  await expect(page.getByText('Starts immediately')).toBeVisible();
  // The gateway keeps the new draft; nothing is uploaded or run.
  const changes = traffic.requests.filter(({ method, path }) => method !== 'GET' && path !== '/console/records');
  expect(changes).toEqual([]);
  expect(await api.jobs()).toHaveLength(1);
});

test('the first job works with the keyboard alone: sample, photo, Ctrl Enter, large view and back', async ({
  page,
  api,
  files,
}) => {
  const photo = await files.smallPhoto();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: /Soften and frame/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Soften and frame' })).toBeFocused();

  const choosing = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Choose an image' }));
  await (await choosing).setFiles(photo);
  await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
  await tabTo(page, sizeBox(page));
  await page.keyboard.type('480');
  await page.keyboard.press('Control+Enter');

  await pressOn(page, page.getByRole('complementary', { name: 'Result' }).getByRole('link', { name: 'Open job' }));
  await expect(page).toHaveURL(/\/local\/jobs\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Soften and frame' })).toBeFocused();
  await expect(page.getByRole('img', { name: /^Output softened_/ })).toBeVisible(ENGINE_TIME);
  await pressOn(page, page.getByRole('button', { name: 'Open large', exact: true }).first());
  await expect(page.getByRole('dialog', { name: 'Output' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open large', exact: true }).first()).toBeFocused();

  const tabs = page.getByRole('tab');
  await tabTo(page, tabs.first());
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await pressOn(page, page.getByRole('link', { name: 'Jobs' }).first());
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Soften and frame' })).toBeVisible();
  // The list is visible before its keyboard shortcuts work.
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Soften and frame' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Soften and frame' })).toBeVisible();
  expect((await api.job(jobIdOf(page))).status).toBe('succeeded');
});

async function pressOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}
