import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';
import { expectAccessible } from './axe';
import { DEVICES } from './console';
import { expect, test } from './fixtures';
import { GatewayApi } from './gateway-api';
import { scripted } from './graphs';

const MIB = 1024 ** 2;
const DAY_MS = 24 * 3600 * 1000;

/** Runs jobs with an output of a MiB each, the first of them a day ago. */
async function fill(dataDir: string): Promise<string[]> {
  const gateway = await spawnGateway(['--port', '0', '--data-dir', dataDir, '--engine', 'scripted']);
  const api = new GatewayApi(gateway.address ?? '');
  const ids: string[] = [];
  for (const seed of [1, 2, 3, 4]) {
    const inputs = { type: 'image', name: `reef-${seed}.png`, bytes: MIB, seed };
    const { id } = await api.submit(scripted(['ScriptOutput', inputs]), `Reef ${seed}`);
    await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
    ids.push(id);
  }
  await gateway.end('SIGTERM');
  const database = new DatabaseSync(path.join(dataDir, 'flowdeck.db'));
  const age = database.prepare('UPDATE assets SET created_at = created_at - ? WHERE job_id = ?');
  for (const [index, id] of ids.entries()) age.run(DAY_MS - index * 60_000, id);
  database.close();
  return ids;
}

const blobOf = (dataDir: string, hash: string) => path.join(dataDir, 'blobs', hash.slice(7, 9), hash.slice(7));

for (const [device, viewport] of DEVICES) {
  test(`the gateway keeps its storage limit and says what it removed, ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-limit-'));
    const ids = await fill(dataDir);
    const start = (limit: string) =>
      spawnGateway(['--port', '0', '--data-dir', dataDir, '--engine', 'scripted', '--max-storage', limit]);
    const first = await start('4MB');
    try {
      const api = new GatewayApi(first.address ?? '');
      const hashes = await Promise.all(ids.map(async (id) => (await api.job(id)).outputs[0]?.hash ?? ''));
      expect(hashes.map((hash) => existsSync(blobOf(dataDir, hash)))).toEqual([true, true, true, true]);
      await page.goto(`${first.address}/local/settings#storage`);
      const next = page.getByRole('region', { name: 'Removed next' });
      await expect(next.getByRole('link')).toHaveCount(4);
      await expectAccessible(page);
      await first.end('SIGTERM');

      const second = await start('2MB');
      try {
        const stored = () => hashes.map((hash) => existsSync(blobOf(dataDir, hash)));
        await expect.poll(stored).toEqual([false, false, true, true]);
        // The line follows the last removal.
        await expect
          .poll(() => second.printed().stderr)
          .toContain('Removed the oldest outputs to keep the storage limit');
        await page.goto(`${second.address}/local/settings#storage`);
        await expect(page.getByText(/^2 outputs .* removed so far to keep the limit/)).toBeVisible();
        await page.goto(`${second.address}/local/jobs/${ids[0]}`);
        await expect(page.getByText('Removed to keep the storage limit')).toBeVisible();
        await expectAccessible(page);
      } finally {
        await second.end('SIGTERM');
      }
    } finally {
      await first.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}
