import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod/mini';
import { WrittenDiagnostics } from '@contract/console/written-schemas';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';
import { expectAccessible } from './axe';
import { DEVICES } from './console';
import { expect, test } from './fixtures';

const SECRETS = {
  token: 'correct-horse-battery-staple',
  webhookSecret: 'signing-secret-of-the-webhook',
  webhookTopic: 'topic-that-only-i-know',
  providerKey: 'key-of-a-model-provider-0123',
  surfaceKey: 'key-of-another-server-4567',
};

test('the report of a gateway has its flags and log, and none of the credentials in flags, environment, log and servers', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flowdeck-diagnostics-'));
  const flags = ['--port', '0', '--data-dir', dataDir, '--engine', 'scripted', '--queue-depth', '7'];
  const gateway = await spawnGateway(
    [...flags, '--token', SECRETS.token, '--webhook', `https://ntfy.sh/${SECRETS.webhookTopic}`],
    { env: { FLOWDECK_WEBHOOK_SECRET: SECRETS.webhookSecret, MY_PROVIDER_KEY: SECRETS.providerKey } },
  );
  try {
    const call = (where: string, init: RequestInit = {}) =>
      fetch(`${gateway.address}${where}`, {
        ...init,
        headers: { authorization: `Bearer ${SECRETS.token}`, 'content-type': 'application/json' },
      });
    const surface = {
      id: 'cloud',
      name: 'Cloud',
      color: 'teal',
      kind: 'managed',
      baseUrl: 'https://cloud.example',
      routerBaseUrl: null,
      access: 'relay',
      routerAuth: 'bearer',
      dialect: 'service',
    };
    const stored = await call('/console/surfaces/cloud', {
      method: 'PUT',
      body: JSON.stringify({ surface, credential: SECRETS.surfaceKey }),
    });
    expect(stored.status).toBe(200);
    // Whatever a client puts into a path reaches the log.
    for (const secret of Object.values(SECRETS)) await call(`/api/v2/jobs/${secret}`);
    expect((await fetch(`${gateway.address}/console/diagnostics`)).status).toBe(401);
    const response = await call('/console/diagnostics');
    expect(response.status).toBe(200);
    const text = await response.text();
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    const report = WrittenDiagnostics.parse(JSON.parse(text));
    expect(report.flags).toEqual(
      expect.arrayContaining([
        { name: '--queue-depth', value: '7', from: 'flag' },
        { name: '--token', value: '[removed]', from: 'flag' },
        { name: '--webhook', value: '[removed]', from: 'flag' },
        { name: '--webhook-secret', value: '[removed]', from: 'variable' },
      ]),
    );
    expect(report.platform?.node).toMatch(/^v\d+\./);
    expect(report.status?.limits.queueDepth).toBe(7);
    const answered = report.log.filter((line) => line.includes('/api/v2/jobs/[removed]'));
    expect(answered.length).toBe(Object.keys(SECRETS).length);
    expect(text).not.toContain(`"${homedir()}`);
  } finally {
    await gateway.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
});

const Saved = z.object({ console: z.looseObject({ browser: z.string() }), gateway: WrittenDiagnostics });

for (const [device, viewport] of DEVICES) {
  test(`a user makes the report, reads it and saves it ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/local/settings#diagnostics');
    const section = page.getByRole('region', { name: 'Diagnostics', exact: true });
    await section.getByRole('button', { name: 'Make a report' }).click();
    const shown = section.getByRole('region', { name: 'Diagnostics report' });
    await expect(shown).toContainText('The gateway is ready');
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Save as a file' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toBe(await shown.textContent());
    const { gateway } = Saved.parse(JSON.parse(text));
    expect(gateway.log.join('\n')).toContain('The gateway is ready');
  });
}
