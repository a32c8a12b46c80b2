import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { toasts } from './console';
import { expect, test } from './fixtures';
import { flipping, growing } from './graphs';
import { startOtherSite, type OtherSite, type SiteFile } from './other-site';
import { pngWithText } from './png-with-text';

// 127.0.0.2 counts as a public address, other addresses of loopback do not.
const PUBLIC = '127.0.0.2';
test.use({ gatewayFlags: ['--engine', 'scripted', '--scripted-site', PUBLIC] });

const json = (workflow: object): SiteFile => ({ content: JSON.stringify(workflow), type: 'application/json' });

let site: OtherSite;
/** In the private network. */
let inside: OtherSite;
let files: Record<string, SiteFile>;

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  files = {};
  site = await startOtherSite(PUBLIC, files);
  inside = await startOtherSite('127.0.0.1', { '/secret.json': json(growing()) });
});
test.afterEach(() => {
  site.close();
  inside.close();
});

/** Pastes until it takes effect: the handler is installed shortly after the page loads. */
async function paste(page: Page, text: string, effect: () => Promise<void>): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+V');
    await effect();
  }).toPass();
}

test('a pasted URL opens its workflow or fills an input, through the gateway and without credentials', async ({
  page,
  api,
  files: local,
}) => {
  const photo = await readFile(await local.smallPhoto());
  files['/share/7'] = { content: '', type: '', location: '/files/my%20flow.json' };
  files['/files/my%20flow.json'] = json(flipping());
  files['/out/ComfyUI_1_.png'] = {
    content: pngWithText(photo, 'prompt', JSON.stringify(growing({ seed: 41 }))),
    type: 'image/png',
  };
  files['/photo'] = { content: photo, type: 'image/jpeg' };
  await page.goto('/local/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const opens = (name: string) => () =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 3000 });
  await paste(page, `${site.origin}/out/ComfyUI_1_.png`, opens('ComfyUI_1_.png'));
  await expect(page.getByRole('textbox', { name: 'seed' })).toHaveValue('41');

  await paste(page, `${site.origin}/share/7`, opens('my flow.json'));
  const slot = page.getByRole('region', { name: 'Your photo' });
  await paste(page, `${site.origin}/photo`, () => expect(slot.getByText('photo.jpg')).toBeVisible({ timeout: 3000 }));
  expect(await api.jobs()).toEqual([]);
  // The page itself requests nothing from other sites, which its policy forbids.
  const senders = site.asked.map((headers) => headers['user-agent']);
  expect(senders).toEqual(senders.map(() => expect.stringMatching(/^Flowdeck\//)));
  expect(
    site.asked.flatMap((headers) => [headers.cookie, headers.referer, headers.authorization, headers.origin]),
  ).toEqual(site.asked.flatMap(() => [undefined, undefined, undefined, undefined]));
});

test('a URL of a private network is not opened, not even by a redirect, and each failure says what to do', async ({
  page,
}) => {
  files['/inside'] = { content: '', type: '', location: `${inside.origin}/secret.json` };
  files['/login'] = { content: '<h1>Sign in</h1>', type: 'text/html; charset=utf-8' };
  await page.goto('/local/submit');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const problems = page.getByRole('region', { name: 'Open a workflow' }).getByRole('alert');
  for (const [url, title, advice] of [
    [`${inside.origin}/secret.json`, 'Not a public address', '127.0.0.1'],
    [`${site.origin}/inside`, 'Not a public address', '127.0.0.1'],
    [`${site.origin}/gone.json`, 'The site has no file at this URL', 'It responded with 404'],
    [`${site.origin}/login`, 'This URL is a web page, not a file', 'copy the address of the image'],
  ] as const) {
    await paste(page, url, () => expect(problems).toContainText(title, { timeout: 3000 }));
    await expect(problems).toContainText(advice);
  }
  expect(inside.asked).toEqual([]);
  await expect(toasts(page).getByRole('alert')).toHaveCount(0);
});
