import { readDefinitions } from '@/domains/read-definitions';
import { differences } from '@/domains/ui-format/testing/compare-graphs';
import { EDITOR_PAIRS, type PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';
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

test('a file of ComfyUI’s editor with classes of a node pack waits for a ComfyUI that has them', async ({
  page,
  files,
  comfyui,
  api,
}) => {
  const [pair] = EDITOR_PAIRS.pairs;
  if (!pair) throw new Error('There are no recorded pairs');
  const ofPack = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"EmptyImage"', '"PackImage"'));
  const objectInfo = JSON.parse(JSON.stringify(EDITOR_PAIRS.definitions)) as Record<string, object>;
  comfyui.describes(JSON.stringify({ ...objectInfo, PackImage: objectInfo['EmptyImage'] }));
  const workflow = await files.workflow('pack.json', ofPack(pair.workflow) as object);

  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), workflow);
  await expect(page.getByText('Kept as a draft', { exact: true })).toBeVisible();
  const panel = page.getByRole('region', { name: /needs? ComfyUI, which is not connected/ });
  await expect(panel.getByText('PackImage')).toBeVisible();
  await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'filename_prefix' }).fill('video/Mine');
  // It waits in this browser, also across a reload.
  await expect(page.getByText(/, saved$/)).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'filename_prefix' })).toHaveValue('video/Mine');
  await page.getByText(/notes? on the conversion/).click();
  await expect(page.getByText(/not available here: “PackImage”/)).toBeVisible();

  await comfyui.start();
  await expect(page.getByText('The server now has all node classes.', { exact: true })).toBeVisible(ENGINE_TIME);
  await expect(page.getByRole('textbox', { name: 'filename_prefix' })).toHaveValue('video/Mine');
  await runButton(page).click();
  await expect.poll(async () => (await api.jobs()).length, ENGINE_TIME).toBe(1);
  const [job] = await api.jobs();
  const sent = (await api.workflow(job?.id ?? '')) as PlainGraph;
  const expected = JSON.parse(JSON.stringify(ofPack(pair.prompt)).replace('video/ComfyUI', 'video/Mine')) as PlainGraph;
  expect(differences(sent, expected, readDefinitions(JSON.parse(JSON.stringify(objectInfo))) ?? {})).toEqual([]);
});
