import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { DEVICES, ENGINE_TIME, runButton, chooseStart } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';
import type { TestFiles } from './test-files';

test.use({ gatewayFlags: ['--engine', 'embedded'] });

test('a sweep of two inputs, planned with the keyboard, runs every combination once, also through a reload', async ({
  page,
  api,
  files,
}) => {
  await openWorkflow(page, files);
  await page.getByRole('textbox', { name: 'steps' }).focus();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sweep' });
  await expect(dialog.getByRole('textbox', { name: 'Values', exact: true })).toBeFocused();
  await page.keyboard.type('2 3');
  await dialog.getByRole('button', { name: 'Add an axis' }).press('Enter');
  const input = dialog.getByRole('combobox', { name: 'Input of axis 2' });
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search inputs' })).toBeFocused();
  await page.keyboard.type('palette');
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'coral' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'moss' }).press('Space');
  await expect(dialog.getByText('2 × 2 = 4 jobs')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'At once' }).fill('1');
  await dialog.getByRole('button', { name: 'Start 4 jobs' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('grow.json');
  await page.reload();

  const ended = async () => (await api.jobs()).filter(({ status }) => status === 'succeeded').length;
  await expect.poll(ended, ENGINE_TIME).toBe(4);
  const titles = (await api.jobs()).map(({ metadata }) => metadata?.['flowdeck_title'] ?? '');
  for (const values of [
    'steps 2, palette coral',
    'steps 2, palette moss',
    'steps 3, palette coral',
    'steps 3, palette moss',
  ]) {
    expect(titles.filter((title) => title.includes(values))).toHaveLength(1);
  }
});

for (const [device, viewport] of DEVICES) {
  test.describe(device, () => {
    test.use({ viewport });

    test('planning a sweep is accessible with every kind of values, an open list, and problems', async ({
      page,
      files,
    }) => {
      await openWorkflow(page, files);
      await chooseStart(page, 'Sweep…');
      const dialog = page.getByRole('dialog', { name: 'Sweep' });
      await dialog.getByRole('combobox', { name: 'Input of axis 1' }).click();
      await expect(page.getByRole('listbox', { name: 'Inputs' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await choose(page, 1, 'steps');
      await dialog.getByRole('textbox', { name: 'Values', exact: true }).fill('0 1');
      await expect(dialog.getByText('0: at least 1.')).toBeVisible();
      for (const [axis, name] of [
        [2, 'palette'],
        [3, 'seed'],
        [4, 'prefix'],
      ] as const) {
        await dialog.getByRole('button', { name: 'Add an axis' }).click();
        await choose(page, axis, name);
      }
      await dialog.getByRole('checkbox', { name: 'coral' }).click();
      await dialog.getByRole('radio', { name: 'Wildcards' }).click();
      await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('{a|b} __c__');
      await dialog.getByRole('radio', { name: 'Random picks' }).click();
      await expect(dialog.getByText('2 × 1 × 4 = 8 jobs')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Remove axis 1' }).click();
      await dialog.getByRole('button', { name: 'Add a CSV table' }).click();
      await dialog.getByRole('textbox', { name: 'Table' }).fill('steps,kill\n1');
      await expect(dialog.getByText('Line 2: 1 value, but the header has 2.')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

async function openWorkflow(page: Page, files: TestFiles): Promise<void> {
  await page.goto('/local/submit');
  const workflow = await files.workflow('grow.json', growing({ steps: 1, size: 64 }));
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  await expect(runButton(page)).toBeVisible();
}

async function choose(page: Page, axis: number, name: string): Promise<void> {
  await page.getByRole('combobox', { name: `Input of axis ${axis}` }).click();
  await page.getByRole('combobox', { name: 'Search inputs' }).fill(name);
  await page.keyboard.press('Enter');
}
