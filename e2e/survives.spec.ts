import type { Locator, Page } from '@playwright/test';
import type { Job } from '@contract/jobs/schemas';
import { ENGINE_TIME, jobIdOf, openStartedJob, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import type { FaultProxy } from './fault-proxy';
import type { GatewayApi } from './gateway-api';
import { growing } from './graphs';

test('a reload and a closed tab do not affect running and waiting jobs', async ({ page, context, api, files }) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('first.json', growing({ seed: 1, steps: 100, size: 256 })));
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page).toHaveURL(/\/local\/jobs\//);
  const first = jobIdOf(page);
  const second = await api.submit(growing({ seed: 2 }), 'second');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'first.json' })).toBeVisible();
  await page.close();

  const later = await context.newPage();
  await later.goto('/');
  await expect(later).toHaveURL(/\/local\/jobs$/);
  await expect(later.getByRole('link', { name: 'first.json' })).toBeVisible();
  await expect(later.getByRole('link', { name: 'second' })).toBeVisible();
  for (const id of [first, second.id]) await expectSucceeded(api, id);
  await later.getByRole('link', { name: 'second' }).click();
  await expect(later.getByRole('img', { name: /^Output grown-2/ })).toBeVisible();
});

test('a gateway is killed in the middle of a job: the page shows it, reconnects, and both jobs finish', async ({
  page,
  gateway,
  traffic,
  api,
}) => {
  const done = await api.submit(growing({ seed: 1 }), 'done before');
  await expectSucceeded(api, done.id);
  await page.goto('/local/jobs');
  await expect(page.getByRole('link', { name: 'done before' })).toBeVisible();
  await expectPagesAhead(traffic);
  const running = await api.submit(growing({ seed: 2, steps: 80, size: 512 }), 'in the middle');
  const queued = await api.submit(growing({ seed: 3 }), 'still waiting');
  const isMoving = async () => ((await api.job(running.id)).progress?.step ?? 0) > 0;
  await expect.poll(isMoving, { ...ENGINE_TIME, intervals: [20] }).toBe(true);
  await gateway.kill();

  await expect(page.getByRole('alert')).toContainText('Flowdeck is not running.');
  await expect(health(page)).toContainText('Unreachable');
  await gateway.restart();
  await expectBack(page);
  await page.getByRole('link', { name: 'in the middle' }).click();
  await expect.poll(async () => (await api.job(running.id)).progress?.message ?? '').toMatch(/again/);
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(page.getByRole('tabpanel').getByText(/again/i)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Output grown-2/ })).toBeVisible(ENGINE_TIME);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
  for (const [title, { id }] of [
    ['done before', done] as const,
    ['in the middle', running] as const,
    ['still waiting', queued] as const,
  ]) {
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    const { outputs } = await expectSucceeded(api, id);
    expect(outputs).toHaveLength(1);
    expect((await api.bytes(String(outputs[0]?.url))).byteLength).toBe(outputs[0]?.size_bytes);
  }
  expect(await api.jobs()).toHaveLength(3);
});

test('every screen shows that the gateway is unreachable, even without active jobs, and retains its data', async ({
  page,
  gateway,
  traffic,
  api,
}) => {
  const job = await api.submit(growing(), 'here before');
  await expectSucceeded(api, job.id);
  await page.goto('/local/jobs');
  await expect(page.getByRole('link', { name: 'here before' })).toBeVisible();
  await expectPagesAhead(traffic);
  await gateway.kill();
  await expect(health(page)).toContainText('Unreachable');
  await expect(page.getByRole('link', { name: 'here before' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await expect(health(page)).toContainText('Unreachable');
  await gateway.restart();
  await expectBack(page);
});

/** Waits until the console has prefetched the code of its pages. */
async function expectPagesAhead(traffic: FaultProxy): Promise<void> {
  await expect
    .poll(
      () => ({
        missing: ['submit-page', 'editor-page', 'jobs-and-batches-page', 'job-page'].filter(
          (name) => traffic.count('GET', new RegExp(`_app/${name}`)) === 0,
        ),
        underWay: traffic.open(/_app\//),
      }),
      { timeout: 20_000 },
    )
    .toEqual({ missing: [], underWay: 0 });
}

/** Finds the health indicator in the sidebar. */
function health(page: Page): Locator {
  return page.getByRole('complementary').first();
}

async function expectBack(page: Page): Promise<void> {
  await expect(health(page)).not.toContainText('Unreachable');
  await expect(page.getByText('Flowdeck is not running.')).toHaveCount(0);
}

async function expectSucceeded(api: GatewayApi, id: string): Promise<Job> {
  await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');
  return api.job(id);
}
