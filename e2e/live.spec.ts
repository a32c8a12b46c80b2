import type { Page } from '@playwright/test';
import { DEAD_STREAM_MS } from '@contract/jobs/events';
import { ENGINE_TIME } from './console';
import { expect, test } from './fixtures';
import { growing, scripted } from './graphs';

const STREAMS = /\/events$/;

test(
  'a running job shows previews, progress, and the state of each node',
  { tag: '@streams' },
  async ({ page, api }) => {
    const job = await api.submit(growing({ steps: 2000, size: 512 }), 'growing');
    await page.goto(`/local/jobs/${job.id}?tab=graph`);
    await expect(page.getByRole('img', { name: 'Live preview of the running job' })).toBeVisible(ENGINE_TIME);
    const graph = page.getByRole('application', { name: /^Graph of growing/ });
    await expect(graph.getByRole('group', { name: /^Reaction diffusion, node/ })).toContainText(/running/);
    await expect(graph.getByRole('group', { name: /^Save, node/ })).toContainText(/waiting/);
    const early = await percentOf(page, 'Progress of the job');
    await expect.poll(() => percentOf(page, 'Progress of the job'), ENGINE_TIME).toBeGreaterThan(early);
    await api.cancel(job);
    await expect(page.getByText('canceled', { exact: true })).toBeVisible(ENGINE_TIME);
    await expect(page.getByRole('img', { name: 'Live preview of the running job' })).toHaveCount(0);
  },
);

test.describe('with scripted jobs', () => {
  test.use({ gatewayFlags: ['--engine', 'scripted', '--scripted-parallel', '5'] });

  test(
    'the list updates live, with at most two streams for any number of tabs',
    { tag: '@streams' },
    async ({ page, context, api, traffic }) => {
      const jobs = [];
      for (const title of ['one', 'two', 'three', 'four']) {
        jobs.push(await api.submit(scripted(['ScriptSteps', { steps: 3000, ms: 100 }]), title));
      }
      await page.goto('/local/jobs');
      const others = [];
      for (const { id } of jobs) {
        const tab = await context.newPage();
        await tab.goto(`/local/jobs/${id}`);
        others.push(tab);
      }
      await page.bringToFront();
      await expect(page.getByText('live', { exact: true })).toBeVisible();
      for (const title of ['one', 'two', 'three', 'four']) {
        await expect(page.getByRole('link', { name: title })).toBeVisible();
      }
      const bars = page.getByRole('progressbar', { name: 'Progress' });
      await expect(bars).toHaveCount(4);
      const steps = page.getByText(/^\d+\/3000 · ScriptSteps$/).first();
      const early = await steps.textContent();
      await expect(steps).not.toHaveText(String(early));
      for (const tab of others) await expect(tab.getByText(/step \d+ of 3000/).first()).toBeVisible();

      await api.submit(scripted(['ScriptOutput', { seed: 1 }]), 'the quick one');
      await expect(page.getByRole('link', { name: 'the quick one' })).toBeVisible();
      await expect(page.getByText('succeeded', { exact: true })).toBeVisible();
      for (const job of jobs) await api.cancel(job);
      await expect(bars).toHaveCount(0);
      for (const tab of others) await expect(tab.getByText('canceled', { exact: true })).toBeVisible();
      expect(traffic.count('GET', STREAMS)).toBeGreaterThan(0);
      expect(traffic.mostOpen(STREAMS)).toBeLessThanOrEqual(2);
    },
  );

  test(
    'when the leader tab is closed, another one takes over, long before it would detect a silent leader',
    { tag: '@streams' },
    async ({ page, context, api, traffic }) => {
      await api.submit(scripted(['ScriptHang']), 'watched');
      await page.goto('/local/jobs');
      await expect(page.getByText('live', { exact: true })).toBeVisible();
      const others = [await context.newPage(), await context.newPage()];
      for (const tab of others) {
        await tab.goto('/local/jobs');
        await expect(tab.getByText('live', { exact: true })).toBeVisible();
      }
      expect(traffic.count('GET', STREAMS)).toBe(1);
      await page.close();
      await expect.poll(() => traffic.count('GET', STREAMS)).toBe(2);
      // Measured from the close of the tab, not from the request to close it, which a busy browser delays.
      const streams = () => traffic.requests.filter(({ path }) => STREAMS.test(path));
      await expect.poll(() => streams()[0]?.to).not.toBeNull();
      const [first, next] = streams();
      expect((next?.from ?? Infinity) - (first?.to ?? -Infinity)).toBeLessThan(DEAD_STREAM_MS / 3);
      for (const tab of others) await expect(tab.getByText('live', { exact: true })).toBeVisible();
      await api.submit(scripted(['ScriptHang']), 'after the change');
      for (const tab of others) await expect(tab.getByRole('link', { name: 'after the change' })).toBeVisible();
      expect(traffic.open(STREAMS)).toBe(1);
    },
  );

  test('with the stream always cut, polling still shows the outcome, and the page shows that it polls', async ({
    page,
    api,
    traffic,
  }) => {
    traffic.cut(STREAMS);
    const job = await api.submit(
      scripted(['ScriptSteps', { steps: 40, ms: 100 }], ['ScriptOutput', { name: 'polled.png' }]),
      'polled',
    );
    await page.goto(`/local/jobs/${job.id}`);
    await expect(page.getByText('polling', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Output polled.png' })).toBeVisible();
    await expect(page.getByText('succeeded', { exact: true })).toBeVisible();
    expect(traffic.requests.filter(({ path, status }) => STREAMS.test(path) && status !== null)).toEqual([]);
  });

  test('a stream that breaks reconnects', { tag: ['@firefox', '@streams'] }, async ({ page, api, traffic }) => {
    const job = await api.submit(scripted(['ScriptHang']), 'long');
    await page.goto(`/local/jobs/${job.id}`);
    await expect(page.getByText('live', { exact: true })).toBeVisible();
    traffic.cut(STREAMS);
    await expect(page.getByText('polling', { exact: true })).toBeVisible();
    traffic.mend();
    await expect(page.getByText('live', { exact: true })).toBeVisible();
    await api.cancel(job);
    await expect(page.getByText('canceled', { exact: true })).toBeVisible();
  });
});

/** Returns the value of a progress bar; a bar that has disappeared was full. */
function percentOf(page: Page, name: string): Promise<number> {
  return page
    .getByRole('progressbar', { name })
    .evaluateAll(([bar]) => Number(bar?.getAttribute('aria-valuenow') ?? 100));
}
