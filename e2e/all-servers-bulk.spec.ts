import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';
import { expectAccessible } from './axe';
import { ENGINE_TIME } from './console';
import { expect, test as base } from './fixtures';
import { GatewayApi } from './gateway-api';
import { growing } from './graphs';

interface Lab {
  address: string;
  api: GatewayApi;
}

/** A second Flowdeck gateway, as on another computer in the network. */
const test = base.extend<{ lab: Lab }>({
  // Playwright reads the names of fixtures from the pattern of the first parameter.
  // oxlint-disable-next-line no-empty-pattern
  lab: async ({}, provide) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-lab-'));
    const {
      address,
      ended: finished,
      end,
    } = await spawnGateway(['--engine', 'embedded', '--port', '0', '--data-dir', dataDir]);
    if (address === null) throw new Error(`The gateway did not start: ${(await finished).stderr}`);
    await provide({ address, api: new GatewayApi(address) });
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  },
});

const IMAGE = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'story' } },
};

test('jobs of two gateways are canceled, saved and deleted together, each on its own gateway', async ({
  page,
  gateway,
  api,
  lab,
}) => {
  const surface = {
    id: 'lab',
    name: 'Lab',
    color: 'green',
    kind: 'self-hosted',
    baseUrl: lab.address,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  };
  const response = await fetch(`${gateway.address}/console/surfaces/lab`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ surface, credential: null }),
  });
  expect(response.status).toBe(200);
  const images = [await api.submit(IMAGE, 'Image, here'), await lab.api.submit(IMAGE, 'Image, lab')] as const;
  await expect.poll(async () => (await api.job(images[0].id)).status, ENGINE_TIME).toBe('succeeded');
  await expect.poll(async () => (await lab.api.job(images[1].id)).status, ENGINE_TIME).toBe('succeeded');
  const long = growing({ steps: 10_000, size: 512 });
  const running = [await api.submit(long, 'Long, here'), await lab.api.submit(long, 'Long, lab')] as const;

  await page.goto('/local/jobs?scope=all');
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` });
  const bar = page.getByRole('toolbar', { name: 'Selected jobs' });
  await box('Long, here').check();
  await box('Long, lab').check();
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Cancel', exact: true }).click();
  const canceling = page.getByRole('dialog', { name: 'Cancel jobs' });
  await expect(canceling.getByRole('list', { name: 'Servers' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await canceling.getByRole('button', { name: 'Cancel 2 jobs' }).click();
  await expect(canceling).toContainText('2 jobs will be canceled.');
  await expectAccessible(page);
  await canceling.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await api.job(running[0].id)).status, ENGINE_TIME).toBe('canceled');
  await expect.poll(async () => (await lab.api.job(running[1].id)).status, ENGINE_TIME).toBe('canceled');

  await expect(canceling).toBeHidden();
  await page.keyboard.press('Escape');
  await box('Image, here').check();
  await box('Image, lab').check();
  await bar.getByRole('button', { name: 'Save outputs' }).click();
  const saving = page.getByRole('dialog', { name: 'Download 2 files' });
  await saving.getByRole('textbox', { name: 'Names in the zip' }).fill('{server}/{title}');
  const download = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Download', exact: true }).click();
  const zip = await readFile(await (await download).path());
  for (const name of ['This machine/Image, here.png', 'Lab/Image, lab.png']) expect(zip.includes(name)).toBe(true);
  await expect(page.getByText('2 files saved as one zip', { exact: true })).toBeVisible();

  // The capabilities of the lab were probed when its jobs were listed: it supports deletion and counts.
  await expect(page.getByRole('link', { name: 'All 4', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete 4 jobs?' });
  await expectAccessible(page);
  await deleting.getByRole('button', { name: 'Delete 4 jobs' }).click();
  await expect(page.getByText('4 jobs deleted', { exact: true })).toBeVisible();
  await expect.poll(async () => [...(await api.jobs()), ...(await lab.api.jobs())]).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link')).toHaveCount(4);
  await expect.poll(async () => [(await api.jobs()).length, (await lab.api.jobs()).length]).toEqual([2, 2]);
});
