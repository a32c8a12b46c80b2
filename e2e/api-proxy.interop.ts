import { startApiProxy, type ApiProxy } from '../contract/conformance/interop/api-proxy';
import { THIRD_PARTIES } from '../contract/conformance/interop/third-parties';
import { ENGINE_TIME, openStartedJob, photoSlot, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test as base } from './fixtures';
import { flipping } from './graphs';

/** comfy-api-proxy in front of a real ComfyUI, open to the origin of the page. */
const TOKEN = 'a-token-of-the-interop-suite';
const test = base.extend<{ proxyFlags: string[]; apiProxy: ApiProxy }>({
  proxyFlags: [[], { option: true }],
  apiProxy: async ({ traffic, proxyFlags }, provide) => {
    const { proxy, comfyui } = THIRD_PARTIES;
    const flags = ['--enable-cors-header', traffic.address, ...proxyFlags];
    const running = await startApiProxy(proxy, comfyui ?? '', flags);
    await provide(running);
    await running.end();
  },
});

const RELAY = 'Through the gateway';
/** An open page's policy does not include the new origin yet (decision 059), and the page may not read request ids there. */
const KNOWN = /Content Security Policy|status of 401|unsafe header "X-(?:Service|Comfy)-Request-Id"/;

/** URLs of the proxy's outputs are not signed: the page reads them with the token (decision 070). */
const WAYS = [
  { connection: RELAY, errors: null },
  { connection: 'Directly from this page', errors: KNOWN },
];

for (const { connection, errors } of WAYS) {
  test.describe(connection, () => {
    test.use({ proxyFlags: ['--token', TOKEN], expectedPageErrors: errors });
    test('a dropped workflow runs at comfy-api-proxy', async ({ page, apiProxy, files }, testInfo) => {
      await page.goto('/local/settings#servers');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a server' });
      await dialog.getByRole('combobox', { name: 'Kind' }).click();
      await page.getByRole('option', { name: 'Self-hosted' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('proxy');
      await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(apiProxy.address);
      await dialog.getByRole('radio', { name: connection }).click();
      if (connection === RELAY) {
        await dialog.getByLabel('API key').fill('wrong');
        await dialog.getByRole('button', { name: 'Test' }).click();
        await expect(dialog.getByText('Job API: the API key is missing or wrong')).toBeVisible();
        await dialog.getByLabel('API key').fill(TOKEN);
        await dialog.getByRole('button', { name: 'Test' }).click();
        await expect(dialog.getByText(/^Job API: connected/)).toBeVisible();
      }
      await dialog.getByLabel('API key').fill(TOKEN);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('listitem').filter({ hasText: apiProxy.address })).toBeVisible();
      // The policy of an open page does not include the new origin yet (decision 059).
      if (connection !== RELAY) {
        await page
          .getByRole('listitem')
          .filter({ hasText: apiProxy.address })
          .getByRole('button', { name: 'Reload' })
          .click();
      }
      await page
        .getByRole('listitem')
        .filter({ hasText: apiProxy.address })
        .getByRole('button', { name: 'Open' })
        .click();
      await expect(page).toHaveURL(/\/proxy\/settings/);

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit' }).click();
      const workflow = await files.workflow('flip.json', flipping());
      await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
      await dropOn(page, photoSlot(page), await files.smallPhoto());
      await expect(photoSlot(page).getByText(/^Uploaded/)).toBeVisible();
      await runButton(page).click();
      await openStartedJob(page);
      await expect(page).toHaveURL(/\/proxy\/jobs\//);
      const outputs = page.getByRole('region', { name: 'Outputs' });
      const picture = outputs.getByRole('img', { name: /^Output flipped_/ });
      await expect(picture).toBeVisible(ENGINE_TIME);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
      // The proxy reports `expired` between queue and history: the console reads the job again before it accepts that.
      await expect(page.getByText('Succeeded').first()).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('job.png'), fullPage: true });

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click();
      await expect(page.getByText('Succeeded').first()).toBeVisible();
      await page.goto(`/proxy/jobs/${crypto.randomUUID()}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.screenshot({ path: testInfo.outputPath('missing.png'), fullPage: true });
    });
  });
}
