import type { Page } from '@playwright/test';
import { ENGINE_TIME, runButton } from './console';
import { expect, test as base } from './fixtures';
import { TestProvider } from './provider';

// Provider responses are untrusted. Each test has a provider that always returns the same response.
const test = base.extend<{ response: { contentType: string; body: string }; provider: TestProvider }>({
  response: [{ contentType: 'application/json', body: '{}' }, { option: true }],
  provider: async ({ response }, provide) => {
    const provider = await TestProvider.start(response.contentType, response.body);
    await provide(provider);
    await provider.close();
  },
  gatewayFlags: async ({ provider }, provide) => {
    await provide(['--engine', 'embedded', '--config', provider.configFile]);
  },
});

async function runModel(page: Page) {
  await page.goto('/local/models/lab/maker');
  await runButton(page).click();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByText(/succeeded in/)).toBeVisible(ENGINE_TIME);
  return result;
}

const SCRIPT = `document.title = self.origin`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`;
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${SCRIPT}</script></body></html>`;
const dataUrl = (type: string, text: string) => `data:${type};base64,${btoa(text)}`;

for (const [name, contentType, body] of [
  ['an SVG response', 'image/svg+xml', SVG],
  ['an SVG in JSON', 'application/json', JSON.stringify({ image: dataUrl('image/svg+xml', SVG) })],
  ['an XHTML page in JSON', 'application/json', JSON.stringify({ image: dataUrl('application/xhtml+xml', XHTML) })],
] as const) {
  test.describe(name, () => {
    test.use({ response: { contentType, body } });

    test('is downloaded, not rendered, when its download URL is opened in a new tab', async ({ page, context }) => {
      const result = await runModel(page);
      const href = await result.getByRole('link', { name: /^Download / }).getAttribute('href');
      expect(href).toMatch(/^blob:/);
      // Opens the URL without an opener, as if pasted by the user: such a document has no content security policy.
      const tab = await context.newPage();
      const downloads: string[] = [];
      tab.on('download', (download) => downloads.push(download.url()));
      await tab.goto(href ?? '').catch(() => null);
      await expect.poll(() => downloads).toEqual([href]);
      expect(await tab.title()).toBe('');
    });
  });
}
