import { expectAccessible } from './axe';
import { ENGINE_TIME, openStartedJob, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';

test('two pinned inputs become a form, whose link opens it in another browser and runs', async ({
  page,
  browser,
  baseURL,
  api,
  files,
}) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('reef.json', growing({ seed: 3, steps: 20 })));
  await expect(page.getByRole('heading', { level: 1, name: 'reef.json' })).toBeVisible();

  // The node definitions bring the bounds, and move fields: until then, one may move away from the pointer.
  await expect(page.getByText('1 – 10000')).toBeVisible();
  await page.getByRole('textbox', { name: 'seed', exact: true }).hover();
  await page.getByRole('button', { name: 'Pin seed' }).click();
  await page.getByRole('textbox', { name: 'steps' }).click();
  await page.keyboard.press('Control+.');
  await page.getByRole('radio', { name: 'Template 2' }).click();
  await expect(page.getByRole('textbox', { name: 'width' })).toBeHidden();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Coral reef');
  await page.getByRole('textbox', { name: 'Label of seed' }).fill('Variation');
  await page.getByRole('textbox', { name: 'Help text of seed' }).fill('Each number grows another reef.');
  await page.getByRole('textbox', { name: 'Label of steps' }).fill('Age');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('textbox', { name: /^Label of/ }) })
      .first(),
  ).toHaveAccessibleName('Age');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Share…' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/local\/submit#template=[\w-]+$/);
  await expectAccessible(page);
  const url = await link.inputValue();

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const guest = await other.newPage();
  await guest.goto(url);
  await expect(guest.getByText(/^This link contains a workflow with 2 nodes, and a form of 2 inputs/)).toBeVisible();
  expect(await api.jobs()).toEqual([]);
  await guest.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Coral reef' })).toBeVisible();
  await expect(guest.getByText('Each number grows another reef.')).toBeVisible();
  await guest.getByRole('textbox', { name: 'Variation', exact: true }).fill('18446744073709551615');
  await runButton(guest).click();
  await openStartedJob(guest);
  await expect(guest.getByRole('region', { name: 'Outputs' }).getByRole('img', { name: /^Output grown/ })).toBeVisible(
    ENGINE_TIME,
  );
  const [job] = await api.jobs();
  expect(job?.status).toBe('succeeded');
  expect(job?.metadata).toMatchObject({ flowdeck_title: 'Coral reef' });
  await other.close();
});

test('a pinned input is dragged past the edge of the form, which scrolls, and Escape leaves it where it was', async ({
  page,
  files,
}) => {
  await page.goto('/local/submit');
  const zone = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, zone, await files.workflow('reef.json', growing({ seed: 3, steps: 20 })));
  await page.getByRole('radio', { name: 'Template' }).click();
  await page.getByRole('button', { name: 'Choose inputs' }).click();
  for (const name of ['seed', 'width', 'height', 'steps', 'feed', 'kill', 'scale', 'palette']) {
    await page.getByRole('combobox', { name: 'Add an input' }).click();
    await page.getByRole('option', { name: new RegExp(`^${name}, `) }).click();
  }
  const inputs = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: /^Label of/ }) });
  const [first, last] = [inputs.first(), inputs.last()];
  await first.scrollIntoViewIfNeeded();
  await first.getByTitle('Drag to move').hover();
  await page.mouse.down();
  const height = page.viewportSize()?.height ?? 0;
  await page.mouse.move(600, height / 2, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(first).toHaveAccessibleName('seed');

  await first.getByTitle('Drag to move').hover();
  await page.mouse.down();
  await page.mouse.move(600, height / 2, { steps: 4 });
  await expect(last).not.toBeInViewport();
  await page.mouse.move(600, height - 20, { steps: 4 });
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.mouse.up();
  await expect(last).toHaveAccessibleName('seed');
  await expect(first).toHaveAccessibleName('width');
});
