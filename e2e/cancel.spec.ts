import { ENGINE_TIME, jobIdOf, openSample, openStartedJob, runButton } from './console';
import { expect, test } from './fixtures';
import { growing } from './graphs';

test('the long sample is canceled in the middle, and the one behind it before it starts', async ({ page, api }) => {
  await openSample(page, 'Coral');
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page).toHaveURL(/\/local\/jobs\//);
  const running = jobIdOf(page);
  const waiting = await api.submit(growing(), 'the one behind');
  await expect(page.getByText(/step \d+ of 600/).first()).toBeVisible(ENGINE_TIME);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Canceled (?:at step \d+ of 600|while it ran)\./)).toBeVisible(ENGINE_TIME);
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Coral: canceled' })).toBeAttached();
  await expect.poll(async () => (await api.job(running)).status).toBe('canceled');
  expect((await api.job(running)).outputs).toEqual([]);
  await expect.poll(async () => (await api.job(waiting.id)).status, ENGINE_TIME).toBe('succeeded');
});

test.describe('with an engine that stops slowly', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted'] });

  test(
    'canceling is shown as a separate state, and a queued job leaves the queue at once',
    { tag: '@firefox' },
    async ({ page, api }) => {
      const running = await api.submit({ 1: { class_type: 'ScriptSlowStop', inputs: { ms: 12_000 } } }, 'stubborn');
      const waiting = await api.submit({ 1: { class_type: 'ScriptHang', inputs: {} } }, 'the one behind');

      await page.goto(`/local/jobs/${waiting.id}`);
      await expect(page.getByText('next in queue').first()).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('Canceled before it started. Nothing was run.')).toBeVisible();
      expect(await api.job(waiting.id)).toMatchObject({ status: 'canceled', started_at: null, outputs: [] });

      await page.goto('/local/jobs');
      await page.getByRole('button', { name: 'Cancel stubborn' }).click();
      await expect(page.getByText('stopping at the next step')).toBeVisible();
      await page.getByRole('link', { name: 'stubborn' }).click();
      await expect(page.getByText(/^Canceling\. The job stops/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Canceling' })).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByText('Canceled while it ran.')).toBeVisible();
      expect((await api.job(running.id)).status).toBe('canceled');
    },
  );
});
