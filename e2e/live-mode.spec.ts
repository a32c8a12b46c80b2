import { expectAccessible } from './axe';
import { DEVICES, ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test } from './fixtures';
import { growing } from './graphs';

test.use({ gatewayFlags: ['--engine', 'embedded'] });

for (const [device, viewport] of DEVICES) {
  test.describe(device, () => {
    test.use({ viewport });

    test('a draft repeats with new seeds until it is stopped, with the keyboard, accessible in every state', async ({
      page,
      api,
      files,
    }) => {
      await page.goto('/local/submit');
      const workflow = await files.workflow('grow.json', growing({ steps: 1, size: 64 }));
      await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
      await expect(runButton(page)).toBeVisible();
      await page.getByRole('button', { name: 'Start options' }).press('Enter');
      await expect(page.getByRole('dialog', { name: 'Start options' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Repeat until stopped' }).press('Enter');
      const notice = page.getByRole('region', { name: 'Live mode' });
      await expect(notice.getByText('Not repeated: every run would be the same')).toBeVisible();
      await expectAccessible(page);
      await notice.getByRole('button', { name: 'Randomize seed' }).press('Enter');
      const stop = page.getByRole('button', { name: 'Stop' });
      await expect(stop).toBeFocused();
      await expect(page.getByRole('group', { name: 'Live mode' })).toBeVisible();
      await expectAccessible(page);
      const succeeded = async () => (await api.jobs()).filter(({ status }) => status === 'succeeded').length;
      await expect.poll(succeeded, ENGINE_TIME).toBeGreaterThanOrEqual(2);
      await stop.press('Enter');
      await expect(runButton(page)).toBeFocused();
      const active = async () => (await api.jobs()).filter(({ status }) => status !== 'succeeded').length;
      await expect.poll(active, ENGINE_TIME).toBe(0);
    });
  });
}
