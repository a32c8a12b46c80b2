import { expectAccessible } from './axe';
import { expect, test } from './fixtures';

test.use({ gatewayFlags: ['--token', 'a-long-static-token'] });

test('a gateway with a token asks for it once, and remembers the browser by a cookie that scripts cannot read', async ({
  page,
}) => {
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { name: 'Sign in to this gateway' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Token').fill('another token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid token.')).toBeVisible();

  await page.getByLabel('Token').fill('a-long-static-token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
});

test('signing out ends the session and invalidates a copy of the cookie', async ({ page, context }) => {
  await page.goto('/local/jobs');
  await page.getByLabel('Token').fill('a-long-static-token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies).toHaveLength(1);

  const search = page.getByRole('dialog').getByRole('combobox');
  // The list is visible before the shortcuts of the shell work.
  await expect(async () => {
    if (!(await search.isVisible())) await page.keyboard.press('ControlOrMeta+k');
    await expect(search).toBeFocused({ timeout: 2000 });
  }).toPass();
  await search.fill('sign out');
  await expect(page.getByRole('option', { selected: true })).toContainText('Sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to this gateway' })).toBeVisible();
  await context.addCookies(cookies);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to this gateway' })).toBeVisible();
});

test('after many wrong tokens the right one still works, and a wrong one gets a delay', async ({ page, gateway }) => {
  await page.goto('/local/jobs');
  for (let guess = 0; guess < 20; guess += 1) {
    const response = await fetch(`${gateway.address}/api/v2/jobs`, { headers: { authorization: `Bearer ${guess}` } });
    expect(response.status).toBe(401);
  }
  await page.getByLabel('Token').fill('another token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByText(/^Too many failed attempts\. Try again in \d+ s\.$/)).toBeVisible();
  await page.getByLabel('Token').fill('a-long-static-token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
});
