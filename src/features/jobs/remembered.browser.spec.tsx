import { http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rememberedJobs } from '@/api/storage/history';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { problem } from '@/testing/job-fixtures';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

it('a job that was opened here is told of after its surface has let it go, without addresses of its files', async () => {
  const job = await gateway.submit(
    { '1': scripted('ScriptOutput', { name: 'harbour.png' }) },
    { flowdeck_title: 'Harbour' },
  );
  const { screen, unmount } = await open(job.id);
  await expect.element(screen.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  const kept = async () => (await rememberedJobs()).find(({ jobId }) => jobId === job.id)?.job;
  await expect.poll(async () => (await kept())?.status, { timeout: 10_000 }).toBe('succeeded');
  expect(JSON.stringify(await kept())).not.toContain('/content');
  unmount();

  gateway.worker.use(http.get(`*/api/v2/jobs/${job.id}`, () => problem(404, 'not_found')));
  const later = await open(job.id);
  const facts = later.screen.getByRole('region', { name: 'What this browser remembers' });
  await expect.element(facts.getByText('Harbour', { exact: true })).toBeVisible();
  await expect.element(facts.getByText('harbour.png')).toBeVisible();
  await expect.element(facts.getByText('succeeded')).toBeVisible();
});

async function open(id: string) {
  const { screen } = await renderApp(`/local/jobs/${id}`);
  return { screen, unmount: () => screen.unmount() };
}
