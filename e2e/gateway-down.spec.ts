import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { GATEWAY_SCRIPT } from '../scripts/processes/gateway-process.mjs';
import { expectAccessible } from './axe';
import { ENGINE_TIME, runButton } from './console';
import type { FaultProxy } from './fault-proxy';
import { expect, test } from './fixtures';
import { growing } from './graphs';

test.use({ serviceWorkers: 'allow' });

test('with the gateway down the console opens, shows cached data, and sends a run once it is reachable', async ({
  page,
  gateway,
  traffic,
  api,
}) => {
  const job = await api.submit(growing({ seed: 1 }), 'seen before');
  await expect.poll(async () => (await api.job(job.id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto(`/local/jobs/${job.id}`);
  await expect(page.getByRole('img', { name: /^Output grown-1/ })).toBeVisible();
  await page.goto('/local/models');
  // Written when the browser is idle.
  await expect.poll(() => countStored(page, 'catalogs', 'local')).toBe(1);
  await page.getByRole('link', { name: 'flowdeck/halftone' }).click();
  await expect(runButton(page)).toBeVisible();
  await expect.poll(() => countStored(page, 'schemas', ['local', 'flowdeck/halftone'])).toBe(1);
  await page.goto(`/local/jobs/${job.id}`);
  await expectShellStored(page, traffic);
  await gateway.kill();

  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Start it with flowdeck, or in a clone with npm start');
  await expect(page.getByText('This browser remembers it')).toBeVisible();
  await page.goto('/local/jobs');
  await expect(page.getByRole('alert')).toContainText('Flowdeck is not running.');
  await expect(page.getByRole('link', { name: 'seen before' })).toBeVisible();
  await expectAccessible(page);
  // It has no button while it is empty.
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('dialog', { name: 'Outbox' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/local/models/flowdeck/halftone');
  await expect(runButton(page)).toBeVisible();

  await page.goto('/local/submit');
  await page.getByRole('button', { name: /Ink study/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ink study' })).toBeVisible();
  await runButton(page).click();
  // From here on the entry survives the page.
  await expect.poll(() => countStored(page, 'outbox')).toBe(1);
  await expect(page.getByRole('button', { name: 'Outbox' })).toBeVisible();
  await page.goto('/local/submit');
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await gateway.restart();
  await expect(page.getByText('Flowdeck is not running.')).toHaveCount(0);
  await expect.poll(async () => (await api.jobs()).length, ENGINE_TIME).toBe(2);
});

test('a page of an earlier build is never mixed with a newer gateway, and offers to reload', async ({
  page,
  gateway,
  traffic,
}) => {
  const folder = await mkdtemp(path.join(path.dirname(path.dirname(GATEWAY_SCRIPT)), 'newer-build-'));
  try {
    const newer = await makeNewerBuild(folder);
    await page.goto('/local/submit');
    await expectShellStored(page, traffic);
    const before = await buildOf(page);
    await gateway.kill();
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Flowdeck is not running.');
    expect(await buildOf(page)).toBe(before);

    await gateway.restart(newer.script);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => buildOf(page)).toBe(newer.id);
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    // While the gateway is down again, either build may open; with the newer gateway it is the newer one.
    await gateway.kill();
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Flowdeck is not running.');
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    await gateway.restart(newer.script);
    await expect(page.getByText('Flowdeck is not running.')).toHaveCount(0);
    await page.reload();
    expect(await buildOf(page)).toBe(newer.id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Waits until the service worker controls this page, which happens once it has downloaded every file. */
async function expectShellStored(page: Page, traffic: FaultProxy): Promise<void> {
  const isServed = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
  expect(traffic.count('GET', /^\/service-worker\.js$/)).toBeGreaterThan(0);
}

/** Counts the browser's stored records, all or those under a key. */
function countStored(page: Page, store: string, key?: string | string[]): Promise<number> {
  return page.evaluate(
    ([store, key]) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('flowdeck');
        opening.addEventListener('error', () => reject(new Error('The database did not open')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const counting = database.transaction(store).objectStore(store).count(key);
          counting.addEventListener('success', () => {
            database.close();
            resolve(counting.result);
          });
        });
      }),
    [store, key] as const,
  );
}

async function buildOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="flowdeck-build"]').getAttribute('content');
}

/** Creates the same program with another build id. */
async function makeNewerBuild(folder: string): Promise<{ id: string; script: string }> {
  const built = path.dirname(path.dirname(GATEWAY_SCRIPT));
  for (const part of ['server', 'console'])
    await cp(path.join(built, part), path.join(folder, part), { recursive: true });
  const id = 'a-newer-build';
  const shell = path.join(folder, 'console/index.html');
  const [, before = ''] = /name="flowdeck-build" content="([^"]+)"/.exec(await readFile(shell, 'utf8')) ?? [];
  expect(before).not.toBe('');
  for (const file of [shell, path.join(folder, 'console/service-worker.js')]) {
    const text = await readFile(file, 'utf8');
    expect(text).toContain(before);
    await writeFile(file, text.replaceAll(before, id));
  }
  return { id, script: path.join(folder, 'server/main.mjs') };
}
