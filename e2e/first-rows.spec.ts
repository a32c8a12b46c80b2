import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { scripted } from './graphs';

test.use({ gatewayFlags: ['--engine', 'scripted', '--scripted-parallel', '2'] });

const HOSTILE = '<b>bold</b> & "quoted"';
const LONG = 'a-portrait-of-a-woman-with-a-name-that-no-row-has-room-for.json';
const IMAGE = scripted(['ScriptOutput', { type: 'image', name: 'harbor.png', seed: 3 }]);

/** Code of the app, without the scripts that run before the first paint. */
const APP = /\/_app\/.*\.js$/;

/** Places of the first rows and of what they show, and their titles. */
function rowsOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('main li [data-row-id]')]
      .filter((link) => link.checkVisibility())
      .map((link) => {
        const row = link.closest('li');
        const boxOf = (element: Element | null | undefined) => {
          const { x, y, height } = element?.getBoundingClientRect() ?? new DOMRect();
          return { x, y, height };
        };
        return {
          title: link.textContent,
          row: boxOf(row),
          link: boxOf(link),
          thumbnail: boxOf(link.parentElement?.previousElementSibling),
          age: boxOf([...(row?.querySelectorAll('time') ?? [])].find((time) => time.checkVisibility())),
        };
      }),
  );
}

/** Places of the status tabs and of the search, which share their rows with menus. */
function filtersOf(page: Page) {
  return page.evaluate(() =>
    ['main nav', 'main [type=search]'].map((selector) => {
      const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return { x, y, width, height };
    }),
  );
}

test('the first rows are in the page before any of its code runs, where the app shows them @firefox', async ({
  browser,
  page,
  api,
  traffic,
}) => {
  const done = [
    await api.submit(IMAGE),
    await api.submit(scripted(['ScriptText', { text: 'hello' }]), HOSTILE),
    await api.submit(scripted(['ScriptFail', { message: 'Sizes differ' }]), 'fails'),
    await api.submit(IMAGE, LONG),
  ];
  for (const { id } of done) await expect.poll(async () => (await api.job(id)).completed_at).not.toBeNull();
  const running = await api.submit(scripted(['ScriptHang', {}]), 'runs');
  await expect.poll(async () => (await api.job(running.id)).status).toBe('running');

  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    // Playwright cannot turn off scripts in Firefox.
    traffic.cut(APP);
    const context = await browser.newContext({ viewport });
    const still = await context.newPage();
    await still.goto(`${traffic.address}/local/jobs`);
    await expect(still.getByText(HOSTILE)).toHaveCount(2);
    await expect(still.getByText('ScriptFail: Sizes differ').filter({ visible: true })).toHaveCount(1);
    const before = await rowsOf(still);
    const filters = await filtersOf(still);
    expect(traffic.count('GET', /\/content$/)).toBeGreaterThan(0);
    await context.close();

    traffic.mend();
    await page.setViewportSize(viewport);
    await page.goto('/local/jobs');
    await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link')).toHaveCount(5);
    expect(before).toHaveLength(5);
    expect(before[0]?.title).toBe('runs');
    expect(await rowsOf(page)).toEqual(before);
    // The menus have arrived, and taken the room that was left for them.
    await expect(page.getByRole('button', { name: 'Saved views' })).toBeVisible();
    for (const [index, { width, ...place }] of (await filtersOf(page)).entries()) {
      expect(filters[index]).toMatchObject(place);
      // Fonts differ by a pixel.
      expect(Math.abs(width - (filters[index]?.width ?? 0))).toBeLessThan(3);
    }
  }
});

test('an image of the first rows is loaded once', async ({ page, api, traffic }) => {
  const { id } = await api.submit(IMAGE);
  await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
  await page.goto('/local/jobs');
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  expect(traffic.count('GET', /\/content$/)).toBe(1);
});

test('the first rows stay until the list has responded', async ({ page, api, traffic }) => {
  const { id } = await api.submit(IMAGE, 'stays');
  await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
  const list = traffic.holdResponse('GET', /\/api\/v2\/jobs$/);
  await page.goto('/local/jobs');
  await expect.poll(() => traffic.count('GET', /\/start-[\w-]+\.js$/)).toBe(1);
  // Longer than the page waits for a list before it shows a loading state.
  const loadedAt = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() > from + 1200, loadedAt);
  await expect(page.getByText('stays').filter({ visible: true })).toHaveCount(1);
  list.deliver();
  await expect(page.getByRole('link', { name: 'stays' })).toBeVisible();
});

test('a filtered list begins without rows', async ({ request, api, traffic }) => {
  const { id } = await api.submit(IMAGE, 'mine');
  await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
  const textOf = async (where: string) => (await request.get(traffic.address + where)).text();
  expect(await textOf('/local/jobs')).toContain('mine');
  expect(await textOf('/local/jobs?status=failed')).not.toContain('mine');
});

test.describe('before the app has started', () => {
  // The import that fails has no text.
  test.use({ expectedPageErrors: /^ \(at / });

  test('a list with other columns is said to be loading', async ({ page, api, traffic }) => {
    const { id } = await api.submit(IMAGE, 'mine');
    await expect.poll(async () => (await api.job(id)).status).toBe('succeeded');
    traffic.cut(APP);
    await page.goto('/local/jobs');
    await expect(page.getByText('mine', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await page.evaluate(() => localStorage.setItem('flowdeck.list-columns', 'progress'));
    await page.reload();
    // Neither is for screen readers.
    await expect(page.locator('[aria-label="Loading jobs"]').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByText('mine', { exact: true }).filter({ visible: true })).toHaveCount(0);
  });
});

test.describe('with a token', () => {
  const token = 'a-token-of-this-test-only';
  test.use({ gatewayFlags: ['--engine', 'scripted', '--token', token] });

  test('the page has no names of jobs', async ({ request, gateway }) => {
    const headers = { authorization: `Bearer ${token}` };
    const metadata = { flowdeck_title: 'secret' };
    const submitted = await request.post(`${gateway.address}/api/v2/jobs`, {
      headers,
      data: { workflow: IMAGE, metadata },
    });
    expect(submitted.status()).toBe(201);
    const page = await (await request.get(`${gateway.address}/local/jobs`, { headers })).text();
    expect(page).toContain('<div id="root">');
    expect(page).not.toContain('secret');
  });
});
