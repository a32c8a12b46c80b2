import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible } from './axe';
import { expect, test, type TestGateway } from './fixtures';

/** Engines in the configuration file; none is reachable. */

test.use({ gatewayFlags: ['--engine', 'comfyui'] });

const GPU = { name: 'gpu', url: 'http://127.0.0.1:1' };
const BIG = { name: 'big', url: 'http://127.0.0.1:2' };

const configure = (gateway: TestGateway, config: unknown) =>
  writeFile(path.join(gateway.dataDir, 'flowdeck.config.json'), JSON.stringify(config));

test('engines are added and removed in the configuration file, and draining survives a restart', async ({
  page,
  gateway,
}) => {
  await configure(gateway, { engines: [GPU, BIG] });
  await page.goto('/local/settings#connection');
  const engines = page.getByRole('region', { name: 'Engines' });
  const gpu = engines.getByRole('listitem', { name: 'gpu' });
  await expect(gpu.getByText(/^Unreachable since /)).toBeVisible();
  await expect(engines.getByRole('listitem')).toHaveCount(2);
  await gpu.getByRole('button', { name: 'Drain gpu' }).click();
  await expect(gpu.getByText(/^Draining · unreachable since /)).toBeVisible();
  await expectAccessible(page);

  await gateway.restart();
  await page.reload();
  await expect(gpu.getByText(/^Draining · /)).toBeVisible();
  await gpu.getByRole('button', { name: 'Resume gpu' }).click();
  await expect(gpu.getByText(/^Unreachable since /)).toBeVisible();

  await configure(gateway, { engines: [GPU, GPU] });
  await expect(page.getByText('engines must not have the same name twice')).toBeVisible();
  await expect(engines.getByRole('listitem')).toHaveCount(2);
  await configure(gateway, {
    engines: [
      { ...GPU, draining: true },
      { name: 'third', url: 'http://127.0.0.1:3' },
    ],
  });
  await expect(engines.getByRole('listitem', { name: 'third' })).toBeVisible();
  await expect(engines.getByRole('listitem', { name: 'big' })).toHaveCount(0);
  await expect(gpu.getByRole('button', { name: 'Resume gpu' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('The configuration file has mistakes')).toHaveCount(0);
});
