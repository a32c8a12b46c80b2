import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedJob } from '@contract/jobs/schemas';
import { clearDeviceData } from '@/domains/history/device-data';
import { historyJobs } from '@/domains/history/history';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { LOCAL_SURFACE } from '@/api/surface';
import { exportText } from '@/features/jobs/selection/export-jobs';
import { dataTransferOf, drag } from '@/testing/open-draft';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { closeDialog, openDialog } from '@/shared/dialog-requests/dialogs';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  await clearDeviceData('history');
});
afterEach(async () => {
  closeDialog('import');
  await clearDeviceData('history');
  await unmountGateway();
});

const coral: ListedJob = {
  id: '0f6f3a52-0000-4000-8000-000000000001',
  status: 'succeeded',
  created_at: '2026-11-20T10:00:00Z',
  metadata: { flowdeck_title: 'Coral' },
};
const workflow = JSON.stringify({ '1': scripted('ScriptText', { text: 'from a file' }) });
const exported = exportText(
  [
    {
      surface: LOCAL_SURFACE,
      jobs: [coral, { ...coral, id: '0f6f3a52-0000-4000-8000-000000000002' }],
      markOf: (jobId) => ({ surfaceId: 'local', jobId, isStarred: false, tags: ['best'], rating: 4 }),
      workflowOf: () => workflow,
    },
  ],
  'ndjson',
  new Date('2026-11-21T12:00:00Z'),
);
const [first = '', second = ''] = exported.split('\n');
const file = new File([`${first}\n{"flowdeck":{"format":"flowd\n${second}\n`], 'mine.ndjson');

it('a dropped export lists its contents, is added to the history once, and can be rerun', async () => {
  const { screen, router } = await renderApp('/local/jobs');
  const isTaken = () => {
    drag(document.body, dataTransferOf(file), { drop: false });
    return page.getByText(/^Drop to/).query() !== null;
  };
  await expect.poll(isTaken).toBe(true);
  drag(document.body, dataTransferOf(file), { drop: true });
  const dialog = screen.getByRole('dialog', { name: 'Import jobs' });
  await expect.element(dialog.getByText('2 jobs from This machine')).toBeVisible();
  await expect.element(dialog.getByText('Line 2: damaged')).toBeVisible();
  expect(await historyJobs()).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 jobs' }).click();
  await screen.getByRole('button', { name: 'Show them' }).click();
  await expect.poll(() => router.state.location.search).toEqual({ kept: true });
  await expect.element(screen.getByRole('link', { name: 'Coral' }).first()).toBeVisible();
  expect(await readAnnotations()).toMatchObject([{ tags: ['best'], rating: 4 }, { rating: 4 }]);

  drag(document.body, dataTransferOf(file), { drop: true });
  await expect.element(dialog.getByText('2, unchanged')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(gateway.engine.requests).toHaveLength(0);

  await router.navigate({ to: '/$surface/jobs/$jobId', params: { surface: 'local', jobId: coral.id } });
  const details = screen.getByRole('region', { name: 'What this browser remembers' });
  await details.getByRole('button', { name: 'Run again' }).click();
  await expect.poll(() => gateway.engine.requests.length).toBe(1);
  await expect.poll(() => router.state.location.pathname).not.toContain(coral.id);
});

it('a dropped CSV export is rejected with a hint', async () => {
  const { screen } = await renderApp('/local/submit');
  openDialog('import', { file: new File(['id,title,status,created_at\r\n'], 'jobs.csv') });
  await expect.element(screen.getByRole('alert').getByText(/^CSV exports cannot be imported/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose another file…' })).toBeVisible();
});
