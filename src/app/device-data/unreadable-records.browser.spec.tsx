import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { resumeBatches } from '@/domains/batches/batches';
import { findUnreadable, unreadableText } from '@/domains/history/unreadable-records';
import { broadcastRecordsChanged } from '@/domains/curated/records-channel';
import { useJobAnnotations } from '@/domains/annotations/job-annotations';
import { clearDeviceData } from '@/domains/history/device-data';
import { openDatabase } from '@/domains/database';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';

/** As an older version or a fault could leave them: one record of each store, without most of its members. */
const PLANTED: readonly [store: string, record: object][] = [
  ['marks', { surfaceId: 'local', jobId: 'broken', isStarred: true }],
  ['templates', { id: 'broken', surfaceId: 'local', workflowText: '{}', updatedAt: 1 }],
  ['batches', { id: 'broken', surfaceId: 'local', createdAt: 1, state: { name: 'watching' } }],
  ['batchCells', { batchId: 'broken', cell: 0 }],
  ['drafts', { id: 'broken', surfaceId: 'local', updatedAt: 1 }],
  ['history', { surfaceId: 'local', jobId: 'broken', createdAt: 1 }],
  ['outbox', { id: 'broken', surfaceId: 'local', createdAt: 1 }],
  ['runs', { id: 'broken', surfaceId: 'local', modelId: 'a/b', createdAt: 1, state: { name: 'done' } }],
];

const GRAPH = '{"1":{"class_type":"ScriptText","inputs":{"text":"a"}}}';
const template = {
  id: 'whole',
  surfaceId: 'local',
  template: { title: 'Whole template', description: '', groups: [] },
  workflowText: GRAPH,
  seedModes: {},
  structure: 's',
  createdAt: 1,
  updatedAt: 1,
};

/** Writes past the types of the database. */
async function plant(): Promise<void> {
  const { name, version } = await openDatabase();
  const database = await openDB(name, version);
  for (const [store, record] of PLANTED) await database.put(store, record);
  // As an earlier version stored it.
  await database.put('templates', template);
  await database.put('marks', { surfaceId: 'local', jobId: 'whole', isStarred: true, tags: ['coral'] });
  database.close();
  // As at the start of the console.
  broadcastRecordsChanged('annotation');
  await expect.poll(() => useJobAnnotations.getState().marks.has('local/whole')).toBe(true);
}

async function clear(): Promise<void> {
  const { name, version } = await openDatabase();
  const database = await openDB(name, version);
  for (const [store] of PLANTED) await database.clear(store);
  database.close();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
  await plant();
});
afterEach(async () => {
  await clear();
  await clearDeviceData('history');
  await unmountGateway();
});

describe('incomplete records of the browser', () => {
  it.each([
    ['/local/jobs', 'Jobs'],
    ['/local/jobs?kept=true', 'Jobs'],
    ['/local/jobs?star=true', 'Jobs'],
    ['/local/submit', 'Submit'],
    ['/local/batches', 'Jobs'],
    ['/local/models', 'Models'],
  ])('do not break %s', async (path, title) => {
    if (path === '/local/batches') await resumeBatches();
    const { screen } = await renderApp(path);
    await expect.element(screen.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect.element(screen.getByText(/Something went wrong|Cannot be displayed/)).not.toBeInTheDocument();
  });

  it('do not hide the others', async () => {
    const { screen } = await renderApp('/local/submit');
    await expect.element(screen.getByText('Whole template')).toBeVisible();
  });

  it('are counted in Settings, and saved as they are', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    const notice = screen.getByRole('region', { name: 'Records that could not be read' });
    await expect.element(notice.getByText('8 records could not be read')).toBeVisible();
    await expect.element(notice.getByRole('button', { name: 'Save as JSON' })).toBeVisible();
    const saved: { records: { store: string; record: object }[] } = JSON.parse(unreadableText(await findUnreadable()));
    expect(new Map(saved.records.map(({ store, record }) => [store, record]))).toEqual(new Map(PLANTED));
  });
});
