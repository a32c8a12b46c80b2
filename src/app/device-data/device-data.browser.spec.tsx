import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { text } from '@contract/conformance/harness/scripted-graphs';
import { callConsole } from '@/api/call-console';
import { LOCAL_SURFACE } from '@/api/surface';
import { clearDeviceData } from '@/domains/history/device-data';
import { historyJobs, saveToHistory } from '@/domains/history/history';
import { readAnnotations } from '@/domains/annotations/annotation-records';
import { writeAnnotations } from '@/domains/annotations/write-annotations';
import { resetChoices } from '@/lib/settings/setting';
import { themeSetting } from '@/lib/theme';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { MemoryBlobs } from '@server/storage/memory/memory-blobs';
import { renderApp } from '@/testing/render-app';
import { scripted } from '@/testing/scripted-graph';
import { historyText } from '@/domains/history/history-file';
import { closeDialog, openDialog } from '@/shared/dialog-requests/dialogs';

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
  await clearDeviceData('history');
  await saveToHistory({ surfaceId: 'local', jobId: 'j1', title: 'Coral', createdAt: 1, job: null });
  await writeAnnotations('local', [{ id: 'j1', status: 'succeeded', created_at: '2026-11-21T15:00:00Z' }], {
    star: true,
    addTags: ['best'],
  });
});
afterEach(async () => {
  closeDialog('import');
  await clearDeviceData('history');
  await unmountGateway();
});

describe('data on the gateway', () => {
  it('deleted jobs are removed permanently after confirmation, to free their space', async () => {
    const gateway = await mountGateway();
    const { id } = await gateway.submit({ 1: text('twelve bytes') });
    await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    await callConsole(LOCAL_SURFACE, 'deleteJobs', { body: { ids: [id] } });
    const { screen } = await renderApp('/local/settings#storage');
    const free = screen.getByRole('button', { name: 'Free 12 B now…' });
    await free.click();
    await expect.element(screen.getByText('They can no longer be restored after that.')).toBeVisible();
    await screen.getByRole('button', { name: 'Keep' }).click();
    await expect.element(screen.getByRole('list', { name: 'Deleted jobs' })).toBeVisible();
    await free.click();
    await screen.getByRole('button', { name: 'Delete all permanently' }).click();
    await expect.element(screen.getByRole('list', { name: 'Deleted jobs' })).not.toBeInTheDocument();
    expect(await callConsole(LOCAL_SURFACE, 'restoreJobs', { body: { ids: [id] } })).toEqual({ restored: [] });
  });
});

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

describe('files that an older database does not list', () => {
  let blobs: MemoryBlobs;
  const QUESTION = 'The database is an older copy';

  beforeEach(async () => {
    blobs = new MemoryBlobs();
    const { size } = await blobs.put(once(new TextEncoder().encode('of a newer database')));
    let found: { files: number; bytes: number } | null = { files: 1, bytes: size };
    const unlistedFiles = {
      get found() {
        return found;
      },
      settle: () => (found = null),
    };
    await mountGateway({ blobs, unlistedFiles });
  });

  const problem = async () => (await callConsole(LOCAL_SURFACE, 'getStatus')).storage?.problem;
  const names = async () => (await callConsole(LOCAL_SURFACE, 'listAssets')).assets.map(({ file_path }) => file_path);

  it('are added as uploads with one click', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    const notice = screen.getByRole('region', { name: QUESTION });
    await expect.element(notice.getByText(/^It does not list 1 file \(19 B\)/)).toBeVisible();
    expect(await problem()).toMatch(QUESTION);
    await notice.getByRole('button', { name: 'Add 1 file to the uploads' }).click();
    await expect.element(notice).not.toBeInTheDocument();
    expect(await problem()).toBeNull();
    expect(await names()).toEqual([expect.stringMatching(/^recovered-/)]);
  });

  it('are let go after confirmation only', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    const notice = screen.getByRole('region', { name: QUESTION });
    await notice.getByRole('button', { name: 'Let them go…' }).click();
    await expect.element(notice.getByText(/^They are deleted after seven days/)).toBeVisible();
    await expect.element(notice.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await notice.getByRole('button', { name: 'Keep' }).click();
    expect(await problem()).toMatch(QUESTION);
    await notice.getByRole('button', { name: 'Let them go…' }).click();
    await notice.getByRole('button', { name: 'Let 1 file go' }).click();
    await expect.element(notice).not.toBeInTheDocument();
    expect(await problem()).toBeNull();
    expect(await names()).toEqual([]);
    const trash: string[] = [];
    for await (const { hash } of blobs.discarded()) trash.push(hash);
    expect(trash).toHaveLength(1);
  });
});

describe('data on this device', () => {
  it('is counted, deleted after confirmation, and restored from a file', async () => {
    const saved = new File([historyText(await historyJobs(), await readAnnotations(), new Date())], 'mine.json', {
      type: 'application/json',
    });
    const { screen } = await renderApp('/local/settings#storage');
    const row = screen.getByRole('listitem').filter({ hasText: 'Job history' });
    await expect.element(row.getByText('Job history 1')).toBeVisible();
    await row.getByRole('button', { name: 'Clear: Job history' }).click();
    await expect.element(row.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await expect.element(row.getByText(/^Removes them from this browser/)).toBeVisible();
    await row.getByRole('button', { name: 'Clear 1' }).click();
    await expect.element(row.getByText('Job history 0')).toBeVisible();
    expect(await historyJobs()).toEqual([]);
    expect(await readAnnotations()).toEqual([]);

    openDialog('import', { file: saved });
    await screen.getByRole('button', { name: 'Import 1 job' }).click();
    await expect.element(screen.getByText('1 job imported')).toBeVisible();
    expect(await historyJobs()).toMatchObject([{ jobId: 'j1', title: 'Coral' }]);
    expect(await readAnnotations()).toMatchObject([{ jobId: 'j1', isStarred: true, tags: ['best'] }]);
  });

  it('says that nothing was deleted if the browser cannot change its storage', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    const row = screen.getByRole('listitem').filter({ hasText: 'Job history' });
    vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementationOnce(() => {
      throw new Error('The disk is full.');
    });
    await row.getByRole('button', { name: 'Clear: Job history' }).click();
    await row.getByRole('button', { name: 'Clear 1' }).click();
    await expect.element(screen.getByText('Could not clear: Job history', { exact: true })).toBeVisible();
    await expect.element(row.getByText('Job history 1')).toBeVisible();
    expect(await historyJobs()).toHaveLength(1);
  });

  it('includes the changed settings with their count, and can be reset', async () => {
    // Those of the specs before it.
    resetChoices();
    themeSetting.set('light');
    const { screen } = await renderApp('/local/settings#storage');
    const row = screen.getByRole('listitem').filter({ hasText: 'Choices that differ' });
    await expect.element(row.getByText('Settings 1')).toBeVisible();
    await screen.getByRole('switch', { name: 'Live previews' }).click();
    await expect.element(row.getByText('Settings 2')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear: Settings' }).click();
    await screen.getByRole('button', { name: 'Clear 2' }).click();
    await expect.element(screen.getByText('Settings 0')).toBeVisible();
    expect(document.documentElement.dataset).not.toHaveProperty('theme');
    await expect.element(screen.getByRole('switch', { name: 'Live previews' })).toBeChecked();
  });

  it('links the largest jobs of the gateway, each link large enough for a finger', async () => {
    const { id } = await gateway.submit(
      { '1': scripted('ScriptOutput', { name: 'big.png' }) },
      { flowdeck_title: 'Big' },
    );
    await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
    const { screen } = await renderApp('/local/settings#storage');
    const link = screen.getByRole('list', { name: 'Largest jobs' }).getByRole('link', { name: 'Big' });
    await expect.element(link).toBeVisible();
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  });

  it('does not change when the file is not an export', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    await expect.element(screen.getByText('Job history 1')).toBeVisible();
    openDialog('import', { file: new File(['{}'], 'other.json') });
    await expect.element(screen.getByText('Not a Flowdeck job export')).toBeVisible();
    expect(await historyJobs()).toHaveLength(1);
  });
});
