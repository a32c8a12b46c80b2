import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { historyJobs, saveToHistory } from '@/domains/history/history';
import { writeAnnotations } from '@/domains/annotations/write-annotations';
import type { HistoryJob } from '@/domains/job-record/history-job';
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

it('a job that was opened here stays visible after its surface has deleted it, without URLs of its files', async () => {
  const job = await gateway.submit(
    { '1': scripted('ScriptOutput', { name: 'harbour.png' }) },
    { flowdeck_title: 'Harbour' },
  );
  const { screen, unmount } = await open(job.id);
  await expect.element(screen.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  const kept = async () => (await historyJobs()).find(({ jobId }) => jobId === job.id)?.job;
  await expect.poll(async () => (await kept())?.status).toBe('succeeded');
  expect(JSON.stringify(await kept())).not.toContain('/content');
  await unmount();

  gateway.worker.use(http.get(`*/api/v2/jobs/${job.id}`, () => problem(404, 'not_found')));
  const later = await open(job.id);
  const details = later.screen.getByRole('region', { name: 'What this browser remembers' });
  await expect.element(details.getByText('Harbour', { exact: true })).toBeVisible();
  await expect.element(details.getByText('harbour.png')).toBeVisible();
  await expect.element(details.getByText('succeeded')).toBeVisible();
});

async function open(id: string) {
  const { screen } = await renderApp(`/local/jobs/${id}`);
  return { screen, unmount: () => screen.unmount() };
}

describe('a stored record that cannot be rendered', () => {
  const at = '2026-11-20T10:00:00Z';
  const good = { id: 'good', status: 'succeeded', created_at: at, metadata: { flowdeck_title: 'Harbour' } };
  const output = { id: 'o1', node_id: '9', name: 'a.png', type: 'image', size_bytes: 4, hash: null };
  const tracked = { ...output, content_type: 'image/png', url: 'http://127.0.0.1:9/t.png', url_expires_at: '2099' };
  const records = [
    { surfaceId: 'local', jobId: 'late', title: 'Late', createdAt: 1e20, job: null },
    { surfaceId: 'local', jobId: 'url', title: '', createdAt: 4, job: { ...good, id: 'url', outputs: [tracked] } },
    // Its row throws an error: it has no content type.
    { surfaceId: 'local', jobId: 'odd', title: '', createdAt: 3, job: { ...good, id: 'odd', outputs: [output] } },
    { surfaceId: 'local', jobId: 'good', title: '', createdAt: 2, job: good },
  ] as unknown as HistoryJob[];

  afterEach(() => clearDeviceData('history'));

  it('leaves the rest of the list in place, and requests no URL of an import', async () => {
    // The list renders only what is near: jobs of the specs before it would push these out of sight.
    await clearDeviceData('history');
    for (const record of records) await saveToHistory(record);
    await writeAnnotations('local', [{ id: 'odd', status: 'succeeded', created_at: at }], { star: true });
    const { screen, router } = await renderApp('/local/jobs?kept=true');
    await expect.element(screen.getByRole('link', { name: 'Harbour' }).first()).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Late' })).toBeVisible();
    await expect.element(screen.getByText('Cannot be displayed')).toBeVisible();
    const requested = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(requested.filter((name) => name.includes('127.0.0.1:9/'))).toEqual([]);
    await router.navigate({ to: '/$surface/jobs', params: { surface: 'local' }, search: { star: true } });
    await expect.element(screen.getByText('Cannot be displayed')).toBeVisible();
    await expect.element(screen.getByText('Something went wrong')).not.toBeInTheDocument();
  });
});
