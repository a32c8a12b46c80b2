import { ENGINE_TIME } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';

const SYNC_TIME = { timeout: 20_000 };

test('stars of one browser appear in another one, also those made while the gateway was down', async ({
  page,
  browser,
  traffic,
  gateway,
  api,
}) => {
  const jobs = [await api.submit(growing({ steps: 1 }), 'First'), await api.submit(growing({ steps: 1 }), 'Second')];
  for (const { id } of jobs) await expect.poll(async () => (await api.job(id)).status, ENGINE_TIME).toBe('succeeded');
  await page.goto('/local/jobs');
  const star = async (title: string) => {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Star', exact: true }).click();
    await page.goBack();
  };
  await star('First');
  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/jobs?star=true');
  const starred = phone.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect(starred).toHaveCount(1);
  await expect(starred).toHaveAccessibleName(/First/);

  await page.getByRole('link', { name: 'Second' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await gateway.kill();
  await page.getByRole('button', { name: 'Star', exact: true }).click();
  await gateway.restart();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Star', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // A page that stays open learns of changes of other browsers with the status, every five seconds.
  await expect(starred).toHaveCount(2, SYNC_TIME);
  await phone.context().close();
});

test('a template and a view of one browser appear in another one, also after the gateway was killed', async ({
  page,
  browser,
  traffic,
  gateway,
  files,
}) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('reef.json', growing({ seed: 3, steps: 20 })));
  await expect(page.getByText('1 – 10000')).toBeVisible();
  await page.getByRole('textbox', { name: 'seed', exact: true }).hover();
  await page.getByRole('button', { name: 'Pin seed' }).click();
  await page.getByRole('radio', { name: 'Template 1' }).click();
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Coral reef');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/local/jobs?status=failed');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox', { name: 'Name' }).fill('Failed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Save view' })).toBeHidden();

  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/submit');
  await expect(phone.getByRole('button', { name: 'Open the template Coral reef' })).toBeVisible();

  await gateway.kill();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Rename Failed…' }).click();
  await page.getByRole('dialog', { name: 'Rename view' }).getByRole('textbox', { name: 'Name' }).fill('Broken');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Rename view' })).toBeHidden();
  await gateway.restart();
  await page.reload();

  await phone.goto('/local/jobs');
  await phone.getByRole('button', { name: 'Saved views' }).click();
  const view = phone.getByRole('menuitem', { name: 'Broken', exact: true });
  await expect(view).toBeVisible(SYNC_TIME);
  await view.click();
  await expect(phone).toHaveURL(/status=failed/);
  await phone.goto('/local/submit');
  await phone.getByRole('button', { name: 'Open the template Coral reef' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Coral reef' })).toBeVisible();
  await phone.context().close();
});

test('a draft shows its results in another browser', async ({ page, browser, traffic, files }) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('reef.json', growing({ seed: 3, steps: 2 })));
  const run = async (seed: string, name: RegExp) => {
    await page.getByRole('textbox', { name: 'seed', exact: true }).fill(seed);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('radio', { name })).toBeVisible(ENGINE_TIME);
  };
  await run('41', /^Run 1, succeeded/);
  await run('42', /^Run 2, succeeded/);

  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/submit');
  await phone.getByRole('link', { name: /^reef\.json/ }).click();
  const runs = phone.getByRole('radiogroup', { name: 'Runs, newest first' }).getByRole('radio');
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toHaveAccessibleName('Run 2, succeeded, seed 42');
  await expect(phone.getByRole('img', { name: /^Output grown-3/ })).toBeVisible();
  await phone.context().close();
});

test('a draft goes on in another browser, and both texts stay if both browsers type', async ({
  page,
  browser,
  traffic,
  files,
}) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('reef.json', growing({ seed: 3, steps: 20 })));
  const seed = page.getByRole('textbox', { name: 'seed', exact: true });
  await seed.fill('41');
  await expect(page.getByText(/, saved$/)).toBeVisible();

  const phone = await (await browser.newContext({ baseURL: traffic.address })).newPage();
  await phone.goto('/local/submit');
  await phone.getByRole('link', { name: /^reef\.json/ }).click();
  const seedOnPhone = phone.getByRole('textbox', { name: 'seed', exact: true });
  await expect(seedOnPhone).toHaveValue('41');
  await seedOnPhone.fill('42');
  await expect(seed).toHaveValue('42', SYNC_TIME);

  await page.context().setOffline(true);
  await seed.fill('51');
  await expect(page.getByText(/, saved$/)).toBeVisible();
  await seedOnPhone.fill('52');
  await expect(phone.getByText(/, saved$/)).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/local/submit');
  const versions = page.getByRole('link', { name: /^reef\.json/ });
  await expect(versions).toHaveCount(2, ENGINE_TIME);
  const seeds: string[] = [];
  for (const index of [0, 1]) {
    await versions.nth(index).click();
    await expect(seed).toBeVisible();
    seeds.push(await seed.inputValue());
    await page.goto('/local/submit');
    await expect(versions).toHaveCount(2);
  }
  expect(seeds.toSorted()).toEqual(['51', '52']);
  await phone.context().close();
});
