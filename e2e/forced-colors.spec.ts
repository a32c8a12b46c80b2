import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { scripted } from './graphs';

test.use({ gatewayFlags: ['--engine', 'scripted'] });

/** Returns the styles that remain under forced colors. */
const styleOf = (locator: Locator) =>
  locator.first().evaluate((element) => {
    const { backgroundColor, outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
    return `${backgroundColor}, ${outlineStyle === 'none' ? 'no outline' : `${outlineWidth} ${outlineColor}`}`;
  });

test('forced colors show what is selected, switched on, current and focused', async ({ page, api }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await api.submit(scripted(['ScriptHang']), 'One');
  const job = await api.submit(scripted(['ScriptHang']), 'Two');
  const differ = async (one: Locator, other: Locator) => {
    await expect.poll(async () => (await styleOf(one)) !== (await styleOf(other))).toBe(true);
  };

  await page.goto('/local/jobs');
  await differ(page.getByRole('link', { name: /^Jobs/ }), page.getByRole('link', { name: 'Gallery' }));
  await differ(page.getByRole('link', { name: /^All/ }), page.getByRole('link', { name: /^Failed/ }));
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('One').getByRole('checkbox').check();
  await differ(row('One'), row('Two'));
  const mark = (name: string) => row(name).getByRole('checkbox').locator('+ span');
  await differ(mark('One'), mark('Two'));

  await page.goto(`/local/jobs/${job.id}?tab=log`);
  await differ(page.getByRole('tab', { name: 'Log' }), page.getByRole('tab', { name: 'Details' }));

  await page.goto('/local/settings');
  await differ(page.getByRole('radio', { name: 'System' }), page.getByRole('radio', { name: 'Dark' }));
  await differ(
    page.getByRole('switch', { name: 'Single-key shortcuts' }),
    page.getByRole('switch', { name: 'Play a sound' }),
  );
  await page.getByRole('switch', { name: 'Live previews' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('switch', { name: 'Live previews' })).toHaveCSS('outline-width', '3px');
});
