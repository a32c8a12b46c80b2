import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { DEVICES, jobIdOf, runButton, tabTo } from './console';
import { expect, test } from './fixtures';
import { scripted } from './graphs';

test.use({ gatewayFlags: ['--engine', 'scripted', '--scripted-parallel', '2'] });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The keyboard layer is lazy-loaded behind the first screen, and the title shows that it is ready. */
async function openJobs(page: Page): Promise<void> {
  await page.goto('/local/jobs');
  await expect(page).toHaveTitle('(1) Jobs · Flowdeck');
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test('pages, a job and the way back are reachable without a mouse', async ({ page, api }) => {
  const coral = await api.submit(scripted(['ScriptOutput', { seed: 4 }]), 'Coral sweep');
  await api.submit(scripted(['ScriptHang']), 'Long one');
  await openJobs(page);

  await openPalette(page);
  await page.keyboard.type('coral');
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Coral sweep');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Coral sweep')).toBeFocused();
  expect(jobIdOf(page)).toBe(coral.id);

  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(heading(page, 'Jobs')).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Long one' })).toBeFocused();

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(heading(page, 'Submit')).toBeFocused();

  await openPalette(page);
  await page.keyboard.type('by ID');
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Open job by ID');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('combobox')).toHaveValue('');
  await page.keyboard.type(coral.id);
  await expect(palette(page).getByRole('option', { selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Coral sweep')).toBeFocused();
});

test('the palette opens a sample, and runs what the page can run', async ({ page, api }) => {
  await api.submit(scripted(['ScriptHang']), 'Long one');
  await openJobs(page);
  await openPalette(page);
  await page.keyboard.type('sample');
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Open a sample');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('option', { name: /^Coral/ })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(palette(page).getByRole('option', { name: /^Running jobs/ })).toBeVisible();
  await page.keyboard.type('sample');
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Open a sample');
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('combobox')).toHaveValue('');
  await page.keyboard.type('ink');
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Ink study');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Ink study')).toBeVisible();
  await expect(runButton(page)).toBeVisible();

  await openPalette(page);
  await expect(palette(page).getByRole('option', { name: /^Run the workflow/ })).toBeVisible();
});

test('the sheet lists the keys and links to the settings, which disable character shortcuts permanently', async ({
  page,
  api,
}) => {
  await api.submit(scripted(['ScriptHang']), 'Long one');
  await openJobs(page);
  await page.keyboard.press('?');
  await expect(sheet(page)).toBeVisible();
  await tabTo(page, sheet(page).getByRole('link', { name: 'Change shortcuts' }));
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeHidden();
  const single = page.getByRole('switch', { name: /^Single-key shortcuts/ });
  await expect(single).toBeChecked();
  await tabTo(page, single);
  await page.keyboard.press('Space');
  await expect(single).not.toBeChecked();

  await openJobs(page);
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  // The chord works, so all earlier keys have been processed.
  await openPalette(page);
  await expect(palette(page)).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  await expect(page).toHaveURL(/\/local\/jobs$/);
});

for (const [device, viewport] of DEVICES) {
  test.describe(`zero findings ${device}`, () => {
    test.use({ viewport });

    test('the palette, full, empty and with a prompt; and the sheet', async ({ page, api }) => {
      await api.submit(scripted(['ScriptHang']), 'Long one');
      await openJobs(page);
      await openPalette(page);
      await expect(palette(page).getByRole('option', { name: /Long one/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.type('zzzz');
      await expect(palette(page).getByText('No results')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(palette(page)).toBeHidden();
      await page.keyboard.press('?');
      await expect(sheet(page)).toBeVisible();
      await expectAccessible(page);
    });
  });
}
