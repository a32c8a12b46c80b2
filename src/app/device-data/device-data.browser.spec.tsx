import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { clearDeviceData } from '@/domains/history/device-data';
import { historyJobs, saveToHistory } from '@/domains/history/history';
import { readAnnotations, writeAnnotations } from '@/domains/annotations/annotation-records';
import { themeSetting } from '@/lib/theme';
import { openImportDialog } from '@/shared/dialog-requests/import-request';
import { mountGateway, unmountGateway } from '@/testing/gateway';
import { renderApp } from '@/testing/render-app';
import { historyText } from '@/domains/history/history-file';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await mountGateway();
  await clearDeviceData('history');
  await saveToHistory({ surfaceId: 'local', jobId: 'j1', title: 'Coral', createdAt: 1, job: null });
  await writeAnnotations('local', [{ id: 'j1', status: 'succeeded', created_at: '2026-11-21T15:00:00Z' }], {
    star: true,
    addTags: ['best'],
  });
});
afterEach(async () => {
  openImportDialog(null);
  await clearDeviceData('history');
  await unmountGateway();
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

    openImportDialog(saved);
    await screen.getByRole('button', { name: 'Import 1 job' }).click();
    await expect.element(screen.getByText('1 job imported')).toBeVisible();
    expect(await historyJobs()).toMatchObject([{ jobId: 'j1', title: 'Coral' }]);
    expect(await readAnnotations()).toMatchObject([{ jobId: 'j1', isStarred: true, tags: ['best'] }]);
  });

  it('includes the changed settings with their count, and can be reset', async () => {
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

  it('does not change when the file is not an export', async () => {
    const { screen } = await renderApp('/local/settings#storage');
    await expect.element(screen.getByText('Job history 1')).toBeVisible();
    openImportDialog(new File(['{}'], 'other.json'));
    await expect.element(screen.getByText('Not a Flowdeck job export')).toBeVisible();
    expect(await historyJobs()).toHaveLength(1);
  });
});
