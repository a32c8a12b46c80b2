import { expectAccessible } from './axe';
import { expect, test } from './fixtures';

test.use({ gatewayFlags: ['--token', 'a-long-static-token'] });

test('a gateway with a token asks for it once, and remembers the browser by a cookie that scripts cannot read', async ({
  page,
}) => {
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { name: 'This gateway asks for its token' })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Token').fill('another token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The gateway refused this token.')).toBeVisible();

  await page.getByLabel('Token').fill('a-long-static-token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe('');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
});

test('after many wrong tokens the right one is not judged either, and the page says how long to wait', async ({
  page,
  gateway,
}) => {
  await page.goto('/local/jobs');
  for (let guess = 0; guess < 20; guess += 1) {
    const answer = await fetch(`${gateway.address}/api/v2/jobs`, { headers: { authorization: `Bearer ${guess}` } });
    expect(answer.status).toBe(401);
  }
  await page.getByLabel('Token').fill('a-long-static-token');
  await page.getByLabel('Token').press('Enter');
  await expect(page.getByText(/^Too many wrong tokens were tried from here\..* try again in \d+ s\.$/)).toBeVisible();
});
