import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../scripts/build/build-parts.mjs';
import { expectAccessible } from './axe';
import { ENGINE_TIME, jobIdOf, openStartedJob, photoSlot, runButton } from './console';
import { dropOn } from './dropping';
import { expect } from './fixtures';
import { growing } from './graphs';
import { startOtherSite } from './other-site';
import { staticTest } from './static-build';
import { startStaticHost } from './static-host';

// In a subfolder of its host, as on GitHub Pages.
const test = staticTest({ isDemo: true, folder: '/flowdeck/' });
test.use({ serviceWorkers: 'allow' });
// All tests share one build.
test.describe.configure({ mode: 'default' });

const PATHS_OF_GATEWAY = /^(?:\/flowdeck)?\/(?:api|console|v1|v2)\//;

test('the demo explains itself, and is accessible', async ({ page }) => {
  await page.goto('.');
  await expect(page).toHaveURL(/\/flowdeck\/local\/submit$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
  await expect(page.getByText('Everything runs in this browser.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^This browser/ })).toBeVisible();
  await expectAccessible(page);
});

test('the licenses of its packages come with it, also those of its workers and fonts', async ({ built }) => {
  const listed = await readFile(path.join(built, 'licenses.md'), 'utf8');
  for (const name of ['react', 'hono', 'hash-wasm', 'jsonata', '@fontsource-variable/inter']) {
    expect(listed).toContain(`\n## ${name} - `);
  }
});

test('a sample is dropped, runs with progress, and its output is saved, without any server', async ({
  page,
  files,
  host,
}) => {
  const sample = JSON.parse(await readFile(path.join(root, 'public/samples/coral.json'), 'utf8')) as {
    5: { inputs: object };
  };
  // The unmodified sample takes about 20 s on an idle machine.
  const smaller = {
    ...sample,
    5: { ...sample[5], inputs: { ...sample[5].inputs, width: 384, height: 256, steps: 1000 } },
  };
  const file = await files.workflow('coral.json', smaller);
  await page.goto('.');
  await dropOn(page, page.getByRole('heading', { name: /^Drop a workflow/ }), file);
  await expect(page.getByRole('heading', { level: 1, name: 'coral' })).toBeVisible();
  await runButton(page).click();
  await openStartedJob(page);
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  const outputs = page.getByRole('region', { name: 'Outputs' });
  await expect(outputs.getByRole('img', { name: /^Output coral-7_/ })).toBeVisible(ENGINE_TIME);
  await expect(outputs.getByText('384 × 256')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await outputs.getByRole('link', { name: /^Download coral-7_/ }).click();
  const saved = await readFile(await (await downloading).path());
  expect(saved.subarray(1, 4).toString()).toBe('PNG');
  expect(saved.includes('FlowdeckReactionDiffusion')).toBe(true);

  // The gateway runs as long as a page is open.
  const id = jobIdOf(page);
  await page.reload();
  await expect(outputs.getByRole('img', { name: /^Output coral-7_/ })).toBeVisible();
  expect(page.url()).toContain(id);
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(page.getByRole('link', { name: 'coral' })).toBeVisible();
  expect(host.asked.filter((requested) => PATHS_OF_GATEWAY.test(requested))).toEqual([]);
});

test('a photo of the user is uploaded, softened and framed', async ({ page, files }) => {
  const photo = await files.smallPhoto();
  await page.goto('.');
  await page.getByRole('button', { name: /Soften and frame/ }).click();
  await dropOn(page, photoSlot(page).getByText('Drop your image here'), photo);
  await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
  await runButton(page).click();
  await openStartedJob(page);
  const outputs = page.getByRole('region', { name: 'Outputs' });
  await expect(outputs.getByRole('img', { name: /^Output softened_/ })).toBeVisible(ENGINE_TIME);
  await expect(outputs.getByText('1744 × 1192')).toBeVisible();
});

test('a model runs in the browser', async ({ page, host }) => {
  const input = { size: 256, seed: 7 };
  await page.goto('local/models');
  await expect(page.getByRole('link', { name: 'flowdeck/halftone' })).toBeVisible();
  await page.goto(`local/models/flowdeck/erosion#input=${encodeURIComponent(JSON.stringify(input))}`);
  await runButton(page).click();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByText(/succeeded in/)).toBeVisible(ENGINE_TIME);
  await expect(result.getByText('256 × 256')).toBeVisible();
  expect(host.asked.filter((requested) => PATHS_OF_GATEWAY.test(requested))).toEqual([]);
});

test('a page of a newer build replaces the gateway of the earlier one, and other pages offer to reload', async ({
  page,
  built,
  context,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-newer-'));
  await cp(built, folder, { recursive: true });
  const host = await startStaticHost(folder, { base: '/flowdeck/' });
  try {
    await page.goto(host.address);
    await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await makeNewer(folder);
    const newer = await context.newPage();
    await newer.goto(host.address);
    await expect(newer.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
    await expect(newer.getByRole('button', { name: 'This browser in this browser' })).toBeVisible();
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect(page.locator('meta[name="flowdeck-build"]')).toHaveAttribute('content', NEWER);
    await expect(page.getByRole('button', { name: 'This browser in this browser' })).toBeVisible();
  } finally {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

const NEWER = 'a-newer-build';

/** Creates the same program with another build id. */
async function makeNewer(folder: string): Promise<void> {
  const shell = await readFile(path.join(folder, 'index.html'), 'utf8');
  const [, id = ''] = /name="flowdeck-build" content="([^"]+)"/.exec(shell) ?? [];
  expect(id).not.toBe('');
  for (const name of ['index.html', '404.html', 'service-worker.js']) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(id);
    await writeFile(file, text.replaceAll(id, NEWER));
  }
}

test.describe('a pasted URL', () => {
  test.use({ expectedPageErrors: /blocked by CORS policy/ });

  test('is read by the page itself, if its site lets other pages read it', async ({ page, context }) => {
    const content = JSON.stringify(growing());
    const site = await startOtherSite('127.0.0.1', {
      '/shared.json': { content, type: 'application/json', isShared: true },
      '/closed.json': { content, type: 'application/json' },
    });
    try {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('.');
      await expect(page.getByRole('heading', { level: 1, name: 'Submit' })).toBeVisible();
      const paste = async (url: string) => {
        await page.evaluate((text) => navigator.clipboard.writeText(text), url);
        await page.keyboard.press('ControlOrMeta+V');
      };
      const problem = page.getByRole('region', { name: 'Open a workflow' }).getByRole('alert');
      // The paste handler is installed shortly after the page loads; only a test pastes earlier.
      await expect(async () => {
        await paste(`${site.origin}/closed.json`);
        await expect(problem).toContainText('This site does not let other pages read its files', { timeout: 3000 });
      }).toPass();
      await expect(problem).toContainText('Download the file, then drop it here.');
      await paste(`${site.origin}/shared.json`);
      await expect(page.getByRole('heading', { level: 1, name: 'shared.json' })).toBeVisible();
    } finally {
      site.close();
    }
  });
});
