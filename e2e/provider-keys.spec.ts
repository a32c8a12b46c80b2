import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expectAccessible } from './axe';
import { DEVICES, ENGINE_TIME, runButton } from './console';
import { expect, test as base } from './fixtures';
import { TestProvider } from './provider';

const WRONG = 'sk-wrong-0123456789abcdef';
const RIGHT = 'sk-right-0123456789abcdef';

const test = base.extend<{ provider: TestProvider }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  provider: async ({}, provide) => {
    const provider = await TestProvider.start('application/json', '{"text":"Made."}', { credential: {} });
    await provide(provider);
    await provider.close();
  },
  gatewayFlags: async ({ provider }, provide) => {
    await provide(['--engine', 'embedded', '--config', provider.configFile]);
  },
});

for (const [device, viewport] of DEVICES) {
  test(`the key of a provider is entered, changed and removed ${device}, and never comes back`, async ({
    page,
    gateway,
    provider,
  }) => {
    const responses: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.headers()['content-type']?.startsWith('text/event-stream')) return;
      const text = response.text().catch(() => '');
      responses.push(text.then((body) => JSON.stringify(response.headers()) + body));
    });
    await page.setViewportSize(viewport);
    await page.goto('/local/models');
    await expect(page.getByText('needs a key')).toBeVisible();
    await page.getByRole('link', { name: /maker/ }).first().click();
    const panel = page.getByRole('region', { name: 'This model needs the key of lab' });
    const field = panel.getByLabel('Key of lab');
    const result = page.getByRole('region', { name: 'Result', exact: true });
    await expect(field).toBeVisible();
    await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(runButton(page)).toHaveAttribute('title', 'This model needs the key of lab');
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(field).toBeFocused();
    await field.fill('two words');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText(/^A key has no spaces/)).toBeVisible();
    await field.fill(WRONG);
    await page.keyboard.press('Enter');
    await expect(panel).toHaveCount(0);
    await expect(runButton(page)).toBeFocused();

    // A key that the provider rejects.
    await page.keyboard.press('Enter');
    await expect(result.getByText('The provider rejected the call with status 401')).toBeVisible(ENGINE_TIME);
    await expect(result.getByText('lab rejected the key of this gateway')).toBeVisible();
    await result.getByRole('link', { name: 'Change the key' }).click();
    const list = page.getByRole('region', { name: 'Provider keys' });
    await expect(list.getByText(/^Entered /)).toBeVisible();
    await list.getByRole('button', { name: 'Change the key of lab' }).click();
    await expect(list.getByLabel('Key of lab')).toBeFocused();
    await page.keyboard.insertText(RIGHT);
    await page.keyboard.press('Enter');
    await expect(list.getByRole('button', { name: 'Change the key of lab' })).toBeFocused();

    // At once, and after a restart. Until the new run is stored, the page shows the one before, which is done, too.
    const run = async (succeeded: number) => {
      await page.goto('/local/models/lab/maker');
      await runButton(page).click();
      await expect(result.getByRole('radio', { name: /^Run \d+, succeeded/ })).toHaveCount(succeeded, ENGINE_TIME);
      await expect(result.getByText(/succeeded in/)).toBeVisible();
    };
    await run(1);
    const file = path.join(gateway.dataDir, 'provider-keys.json');
    expect([(await stat(file)).mode & 0o777, (await readFile(file, 'utf8')).includes(RIGHT)]).toEqual([0o600, true]);
    await gateway.restart();
    await run(2);
    expect(provider.keys).toEqual([WRONG, RIGHT, RIGHT].map((key) => `Bearer ${key}`));

    await page.goto('/local/settings#providers');
    await list.getByRole('button', { name: 'Remove the key of lab' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove the key of lab?' });
    await expect(dialog.getByText(/^Models of lab do not run until a key is entered again\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove the key' }).click();
    await expect(list.getByText('Missing.')).toBeVisible();
    await expect(list.getByRole('button', { name: 'Enter the key of lab' })).toBeFocused();
    await expectAccessible(page);
    await page.goto('/local/models/lab/maker');
    await expect(field).toBeVisible();
    await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
    expect(provider.keys).toHaveLength(3);
    expect(await readFile(file, 'utf8')).not.toContain('sk-');
    for (const text of await Promise.all(responses)) expect(text).not.toMatch(/sk-(?:wrong|right)/);
  });
}

test('a run whose key was removed meanwhile says so, and goes on once it is entered again', async ({
  page,
  gateway,
  provider,
}) => {
  const url = `${gateway.address}/console/provider-keys/lab`;
  const body = JSON.stringify({ key: WRONG, origin: provider.origin });
  const entered = await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect(entered.status).toBe(200);
  await page.goto('/local/models/lab/maker');
  await expect(runButton(page)).not.toHaveAttribute('aria-disabled');
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
  await runButton(page).click();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByText('The key of lab is missing')).toBeVisible();
  await expect(result.getByText(/^Nothing was sent or charged\. Enter the key, and/)).toBeVisible();
  expect(provider.keys).toEqual([]);
  await page.getByRole('textbox', { name: 'Key of lab' }).fill(RIGHT);
  await page.keyboard.press('Enter');
  await expect(result.getByText(/succeeded in/)).toBeVisible(ENGINE_TIME);
  expect(provider.keys).toEqual([`Bearer ${RIGHT}`]);
});
