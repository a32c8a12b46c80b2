import { recording } from '@server/engines/comfyui/testing/recordings';
import { ComfyuiDouble } from '@server/engines/comfyui/testing/comfyui-double';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test as base } from './fixtures';

const frames = recording('steps-and-frames');

/** A ComfyUI double with a known port that has not been started yet. */
const test = base.extend<{ comfyui: ComfyuiDouble }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  comfyui: async ({}, provide) => {
    const comfyui = new ComfyuiDouble();
    comfyui.plays(frames);
    await comfyui.start();
    await comfyui.stop();
    await provide(comfyui);
    if (comfyui.isOpen) await comfyui.stop();
  },
  gatewayFlags: async ({ comfyui }, provide) => {
    await provide(['--engine', 'auto', '--comfyui', comfyui.url]);
  },
});

test('a ComfyUI workflow shows what it needs, and runs once ComfyUI is started', async ({
  page,
  files,
  comfyui,
  api,
}) => {
  const workflow = await files.workflow('txt2img_api.json', frames.graph);
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  const panel = page.getByRole('region', { name: /needs? ComfyUI, which is not connected/ });
  await expect(panel).toBeVisible();
  await expect(panel.getByText(comfyui.url).first()).toBeVisible();
  await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText(/to fix$/)).toHaveCount(0);

  await page
    .getByRole('button', { name: /^This machine/ })
    .first()
    .click();
  const connection = page.getByRole('dialog', { name: 'Connection' });
  await expect(connection.getByText(`ComfyUI was not found at ${comfyui.url}`)).toBeVisible();
  await comfyui.start();
  await expect(connection.getByText(comfyui.version, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(panel).toHaveCount(0);
  await expect(runButton(page)).not.toHaveAttribute('aria-disabled');
  await runButton(page).click();
  await expect.poll(async () => (await api.jobs()).map(({ status }) => status), ENGINE_TIME).toEqual(['succeeded']);
  expect(comfyui.executions).toHaveLength(1);
});
