import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGateway } from '../scripts/processes/gateway-process.mjs';
import { expectAccessible } from './axe';
import { ENGINE_TIME, openStartedJob, runButton } from './console';
import { dropOn } from './dropping';
import { expect } from './fixtures';
import { growing } from './graphs';
import { staticTest } from './static-build';
import { startStaticHost } from './static-host';

const test = staticTest({});
// All tests share one build.
test.describe.configure({ mode: 'default' });

test('without a gateway the console opens on the server settings, and requests only files from its host', async ({
  page,
  host,
}) => {
  await page.goto('.');
  await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible();
  await expect(page.getByText(`flowdeck --allow-origin ${new URL(host.address).origin}`)).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  expect(
    host.asked.filter(
      (requested) => !/^\/(?:$|_app\/|early-files\.js$|theme\.js$|icon\.svg$|manifest\.)/.test(requested),
    ),
  ).toEqual([]);
});

test('the base path is prerendered, and no other path', async ({ page, built }) => {
  const codeless = await mkdtemp(path.join(tmpdir(), 'flowdeck-codeless-'));
  await cp(built, codeless, { recursive: true, filter: (file) => !/_app\/.*\.js$/.test(file) });
  const host = await startStaticHost(codeless, { fallback: 'index.html' });
  try {
    const heading = page.getByText('Connect to a server');
    await page.goto(host.address);
    await expect(heading).toBeVisible();
    await page.goto(`${host.address}far/jobs`);
    await expect(heading).toBeHidden();
  } finally {
    await host.close();
    await rm(codeless, { recursive: true, force: true });
  }
});

test('a server that allows the page can be added, and runs a workflow', async ({ page, host, files }) => {
  const gateway = await spawnGateway([
    '--port',
    '0',
    '--data-dir',
    files.folder,
    '--engine',
    'embedded',
    '--allow-origin',
    new URL(host.address).origin,
  ]);
  try {
    await page.goto('.');
    await page.getByRole('button', { name: 'Add a server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Self-hosted' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Studio');
    await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(gateway.address ?? '');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Servers' }).getByText('Studio')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/\/studio\/submit$/);
    const file = await files.workflow('growth.json', growing());
    await dropOn(page, page.getByRole('heading', { name: /^Drop a workflow/ }), file);
    await runButton(page).click();
    await openStartedJob(page);
    await expect(page.getByRole('img', { name: /^Output grown-7_/ })).toBeVisible(ENGINE_TIME);

    // The URL of a screen is not a file of the host, which returns the page for it.
    await page.reload();
    await expect(page.getByRole('img', { name: /^Output grown-7_/ })).toBeVisible();
  } finally {
    await gateway.end('SIGTERM');
  }
});

test.describe('on a host that sends no headers', () => {
  test.use({ usesHeaders: false, expectedPageErrors: /Content Security Policy|TrustedScript/ });

  test('the policy of the page applies: no script is created from text, or loaded from another origin', async ({
    page,
  }) => {
    await page.goto('.');
    await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible();
    const made = page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'document.title = "made"' }));
    });
    await expect(made).rejects.toThrow('TrustedScript');
    const loaded = page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { src: 'https://scripts.example/a.js' }));
    });
    await expect(loaded).rejects.toThrow('TrustedScriptURL');
    await expect(page).not.toHaveTitle('made');
  });
});
