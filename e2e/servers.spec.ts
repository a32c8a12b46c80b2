import path from 'node:path';
import type { Page } from '@playwright/test';
import { spawnHosted, type HostedAddresses } from '../scripts/processes/hosted-process.mjs';
import { expectAccessible } from './axe';
import { dropOn } from './dropping';
import { ENGINE_TIME, openStartedJob, photoSlot, runButton, sizeBox, chooseStart } from './console';
import { expect, test as base } from './fixtures';

/** A managed service and a deployment under a mount prefix, each with content on another host. */
const test = base.extend<{ hosted: readonly HostedAddresses[] }>({
  // Playwright reads the names of fixtures from the pattern of the first parameter.
  // oxlint-disable-next-line no-empty-pattern
  hosted: async ({}, provide) => {
    const { surfaces, end } = await spawnHosted(['managed', { kind: 'serverless', mount: '/deployment/blue' }]);
    await provide(surfaces);
    await end();
  },
});

/** Samples are offered on Flowdeck gateways only, which have all their classes. */
const SAMPLE = path.resolve('public/samples/soften-and-frame.json');
const KINDS = { managed: 'Managed service', serverless: 'Serverless deployment', router: 'Model Router' };

test('J-1.18: a workflow runs on two hosted servers through the gateway as it does locally', async ({
  page,
  hosted,
  files,
}) => {
  const photo = await files.smallPhoto('holiday.png');
  for (const { kind, baseUrl, keys } of hosted) {
    await page.goto('/local/settings#servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a server' });
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: KINDS[kind] }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(kind);
    await dialog.getByRole('textbox', { name: 'URL' }).fill(`${baseUrl}/api/v2`);
    await dialog.getByLabel('API key').fill(keys.invalid);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('Job API: the API key is missing or wrong')).toBeVisible();
    await dialog.getByLabel('API key').fill(keys.valid);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText(/^Job API: connected/)).toBeVisible();
    if (kind === 'managed') await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(`${KINDS[kind]} · ${baseUrl}`)).toBeVisible();

    await page.getByRole('listitem').filter({ hasText: baseUrl }).getByRole('button', { name: 'Open' }).click();
    await expect(page).toHaveURL(new RegExp(`/${kind}/settings`));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
    await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), SAMPLE);
    await dropOn(page, photoSlot(page), photo);
    await expect(photoSlot(page).getByText(/^Uploaded: .* sent$/)).toBeVisible();
    await sizeBox(page).fill('320');
    // The deployment has a workflow of its own.
    if (kind === 'serverless') await page.getByRole('button', { name: 'Allow this one' }).click();
    await runButton(page).click();
    await openStartedJob(page);
    await expect(page).toHaveURL(new RegExp(`/${kind}/jobs/[\\da-f-]{36}$`));
    const outputs = page.getByRole('region', { name: 'Outputs' });
    const picture = outputs.getByRole('img', { name: /^Output softened_/ });
    await expect(picture).toBeVisible(ENGINE_TIME);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test('a draft runs on another server in one click, and its photo is found there the second time', async ({
  page,
  hosted: [managed],
  gateway,
  files,
}) => {
  if (!managed) throw new Error('No hosted server');
  const surface = {
    id: 'managed',
    name: 'Managed',
    color: 'blue',
    kind: 'managed',
    baseUrl: managed.baseUrl,
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
  };
  const response = await fetch(`${gateway.address}/console/surfaces/managed`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ surface, credential: managed.keys.valid }),
  });
  expect(response.status).toBe(200);

  const photo = await files.smallPhoto('holiday.png');
  await page.goto('/managed/submit');
  await page.goto('/local/submit');
  await page.getByRole('button', { name: /Soften and frame/ }).click();
  await dropOn(page, photoSlot(page).getByText('Drop your image here'), photo);
  await expect(photoSlot(page).getByText(/^Uploaded: .* sent$/)).toBeVisible();
  await sizeBox(page).fill('320');
  let sentBytes = 0;
  page.on('request', (request) => {
    const isUpload = request.method() === 'POST' && /\/console\/relay\/.*\/assets$/.test(request.url());
    if (isUpload) sentBytes += Number(request.headers()['content-length'] ?? 1);
  });
  for (const uploads of [true, false]) {
    sentBytes = 0;
    await chooseStart(page, 'Run on Managed');
    await page.getByRole('button', { name: 'Open the job' }).click(ENGINE_TIME);
    await expect(page).toHaveURL(/\/managed\/jobs\/[\da-f-]{36}$/);
    const outputs = page.getByRole('region', { name: 'Outputs' });
    await expect(outputs.getByRole('img', { name: /^Output softened_/ })).toBeVisible(ENGINE_TIME);
    expect(sentBytes > 0).toBe(uploads);
    await page.goBack();
  }
});

test.describe('a page whose policy does not include the server yet', () => {
  // The browser logs what the policy blocks.
  test.use({ expectedPageErrors: /Content Security Policy/ });

  test('can use a directly reached server after one reload, which preserves its key', async ({ page, baseURL }) => {
    const { surfaces, end } = await spawnHosted([{ kind: 'managed', allowedOrigins: [new URL(baseURL ?? '').origin] }]);
    try {
      const [managed] = surfaces;
      if (!managed) throw new Error('No hosted server');
      await page.goto('/local/settings#servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Managed');
      await dialog.getByRole('textbox', { name: 'URL' }).fill(managed.baseUrl);
      await dialog.getByLabel('API key').fill(managed.keys.valid);
      await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(dialog.getByText('Job API: not tested')).toBeVisible();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const row = page.getByRole('listitem').filter({ hasText: managed.baseUrl });
      await expect(row.getByText('Reload the page to connect')).toBeVisible();
      await expectAccessible(page);
      await row.getByRole('button', { name: 'Reload' }).click();
      await expect(row.getByText(/^Connected/)).toBeVisible();
      // The credential is transferred once: neither this tab nor the browser still stores it.
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
        managed.keys.valid,
      );
    } finally {
      await end();
    }
  });
});

test.describe('the key of a directly reached server', () => {
  // The browser logs what the policy blocks before the first reload, and each rejected request.
  test.use({ expectedPageErrors: /Content Security Policy|status of 401/ });

  test('is kept where the user chooses, over a reload and in another tab', async ({ page, baseURL }) => {
    const { surfaces, end } = await spawnHosted([{ kind: 'managed', allowedOrigins: [new URL(baseURL ?? '').origin] }]);
    try {
      const [managed] = surfaces;
      if (!managed) throw new Error('No hosted server');
      const key = managed.keys.valid;
      const passphrase = 'correct horse';
      const rowOf = (tab: Page) => tab.getByRole('listitem').filter({ hasText: managed.baseUrl });
      const row = rowOf(page);
      const dialog = page.getByRole('dialog');
      const keep = async (place: string) => {
        await dialog.getByRole('combobox', { name: 'Keep the key' }).click();
        await page.getByRole('option', { name: place }).click();
      };
      const keepAt = async (place: string) => {
        await row.getByRole('button', { name: 'Edit' }).click();
        await dialog.getByLabel(/^API key(?! header)/).fill(key);
        await keep(place);
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(dialog).toBeHidden();
      };
      const expectState = async (tab: Page, state: RegExp) => {
        await tab.goto('/local/settings#servers');
        await tab.reload();
        await expect(rowOf(tab).getByText(state)).toBeVisible();
      };
      const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

      await page.goto('/local/settings#servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Managed');
      await dialog.getByRole('textbox', { name: 'URL' }).fill(managed.baseUrl);
      await dialog.getByLabel('API key').fill(key);
      await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await row.getByRole('button', { name: 'Reload' }).click();
      await expect(row.getByText(/^Connected/)).toBeVisible();
      expect(await stored()).not.toContain(key);
      await expectState(page, /^API key missing or wrong/);

      const other = await page.context().newPage();
      await keepAt('In this tab');
      await expectState(page, /^Connected/);
      await expectState(other, /^API key missing or wrong/);

      await keepAt('On this device');
      await expectState(page, /^Connected/);
      await expectState(other, /^Connected/);

      // The key that is already there is encrypted.
      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('checkbox', { name: 'Encrypt it with a passphrase' }).check();
      await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(row.getByText(/^Connected/)).toBeVisible();
      expect(await stored()).not.toContain(key);
      expect(await stored()).not.toContain(passphrase);
      await expect(rowOf(other).getByText('Key locked')).toBeVisible();

      await expectState(page, /^Key locked/);
      await expectAccessible(page);
      await row.getByLabel('Passphrase for Managed').fill('wrong horse');
      await row.getByRole('button', { name: 'Unlock' }).click();
      await expect(row.getByText(/^Wrong passphrase/)).toBeVisible();
      await row.getByLabel('Passphrase for Managed').fill(passphrase);
      await page.keyboard.press('Enter');
      await expect(row.getByText(/^Connected/)).toBeVisible();
      await expectState(page, /^Key locked/);
      await row.getByRole('button', { name: 'Forget the key' }).click();
      await expect(row.getByText(/^API key missing or wrong/)).toBeVisible();
      expect(await stored()).not.toContain('sealed');
    } finally {
      await end();
    }
  });
});

test.describe('a server whose content URLs are not signed', () => {
  // The browser logs what the policy blocks before the reload, and each rejected request.
  test.use({ expectedPageErrors: /Content Security Policy|status of 401|unsafe header/ });

  test('shows and saves outputs if the page reaches it directly', async ({ page, baseURL, files }) => {
    const allowedOrigins = [new URL(baseURL ?? '').origin];
    const { surfaces, end } = await spawnHosted([
      { kind: 'serverless', listing: 'jobs', hasContentHost: false, quirks: ['unsigned-content'], allowedOrigins },
    ]);
    try {
      const [closed] = surfaces;
      if (!closed) throw new Error('No hosted server');
      await page.goto('/local/settings#servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('closed');
      await dialog.getByRole('textbox', { name: 'URL' }).fill(closed.baseUrl);
      await dialog.getByLabel('API key').fill(closed.keys.valid);
      await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const row = page.getByRole('listitem').filter({ hasText: closed.baseUrl });
      await row.getByRole('button', { name: 'Reload' }).click();
      await expect(row.getByText(/^Connected/)).toBeVisible();
      await row.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
      await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), SAMPLE);
      await dropOn(page, photoSlot(page), await files.smallPhoto());
      await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
      await sizeBox(page).fill('320');
      await runButton(page).click();
      await openStartedJob(page);
      const picture = page.getByRole('region', { name: 'Outputs' }).getByRole('img', { name: /^Output softened_/ });
      await expect(picture).toBeVisible(ENGINE_TIME);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: /^Download softened_/ }).click();
      expect(await (await saved).failure()).toBeNull();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
      const small = page.locator('img[src^="blob:"]').first();
      await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    } finally {
      await end();
    }
  });
});

const PLAIN_IMAGE = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 3_368_601 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'plain' } },
};

test.describe('a directly reached server whose files are on another host', () => {
  // The browser logs what the policy blocks before the reloads.
  test.use({ expectedPageErrors: /Content Security Policy|unsafe header/ });

  test('shows, reads and saves its outputs after one reload, which preserves its key', async ({ page, baseURL }) => {
    const allowedOrigins = [new URL(baseURL ?? '').origin];
    const { surfaces, end } = await spawnHosted([{ kind: 'managed', listing: 'jobs', allowedOrigins }]);
    try {
      const [managed] = surfaces;
      if (!managed?.contentOrigin) throw new Error('No hosted server with a content host');
      await page.goto('/local/settings#servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('managed');
      await dialog.getByRole('textbox', { name: 'URL' }).fill(managed.baseUrl);
      await dialog.getByLabel('API key').fill(managed.keys.valid);
      await dialog.getByRole('radio', { name: 'Directly from this page' }).click();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      const row = page.getByRole('listitem').filter({ hasText: managed.baseUrl });
      await row.getByRole('button', { name: 'Reload' }).click();
      const submitted = await fetch(`${managed.baseUrl}/api/v2/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${managed.keys.valid}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workflow: PLAIN_IMAGE }),
      });
      expect(submitted.status).toBe(201);
      await row.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
      await page.getByRole('list', { name: 'Jobs' }).getByRole('link').click();
      const outputs = page.getByRole('region', { name: 'Outputs' });
      await expect(outputs.getByText(new URL(managed.contentOrigin).host)).toBeVisible(ENGINE_TIME);
      await outputs.getByRole('button', { name: 'Reload' }).click();
      const picture = outputs.getByRole('img', { name: /^Output / }).first();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      expect(await picture.getAttribute('src')).toContain(managed.contentOrigin);
      const saved = page.waitForEvent('download');
      await page
        .getByRole('link', { name: /^Download / })
        .first()
        .click();
      expect(await (await saved).failure()).toBeNull();
      expect((await saved).suggestedFilename()).toMatch(/\.png$/);
      const { leakedCredentials } = (await (await fetch(managed.controlUrl)).json()) as { leakedCredentials: string[] };
      expect(leakedCredentials).toEqual([]);
    } finally {
      await end();
    }
  });
});
