import { ENGINE_TIME } from './console';
import { expect, test } from './fixtures';
import { growing } from './graphs';

test('stars of one browser appear in another one, also those made while the gateway was down', async ({
  page,
  browser,
  traffic,
  gateway,
  api,
}) => {
  const jobs = [await api.submit(growing({ steps: 1 }), 'First'), await api.submit(growing({ steps: 1 }), 'Second')];
  for (const { id } of jobs) await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto('/local/jobs');
  const star = async (title: string) => {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await page.goBack();
  };
  await star('First');
  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/jobs?star=true');
  const starred = phone.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect(starred).toHaveCount(1);
  await expect(starred).toHaveAccessibleName(/First/);

  await page.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await gateway.kill();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await gateway.restart();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Star', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(async () => {
    await phone.reload();
    await expect(starred).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await phone.context().close();
});
