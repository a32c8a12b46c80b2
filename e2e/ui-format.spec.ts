import { EDITOR_PAIRS, withoutModels, type PlainGraph } from '@server/engines/comfyui/testing/editor-pairs';
import { differences } from '@/domains/ui-format/testing/compare-graphs';
import { readDefinitions } from '@/domains/read-definitions';
import { ComfyuiDouble } from '@server/engines/comfyui/testing/comfyui-double';
import { ENGINE_TIME, runButton } from './console';
import { dropOn } from './dropping';
import { expect, test as base } from './fixtures';

/** A ComfyUI with recorded definitions: dynamic choices, growing groups, and no file in any model folder. */
const OBJECT_INFO = withoutModels(EDITOR_PAIRS);
const test = base.extend<{ comfyui: ComfyuiDouble }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright demands the pattern
  comfyui: async ({}, provide) => {
    const comfyui = new ComfyuiDouble();
    comfyui.describes(OBJECT_INFO);
    await comfyui.start();
    await provide(comfyui);
    await comfyui.stop();
  },
  gatewayFlags: async ({ comfyui }, provide) => {
    await provide(['--engine', 'comfyui', '--comfyui', comfyui.url]);
  },
});

const DROPPED = ['video, other format and codec', 'comparison of two images', 'prompt and sampler in a subgraph'];

test('a dropped workflow of ComfyUI’s editor is sent to a new ComfyUI as the editor would send it', async ({
  page,
  files,
  api,
}) => {
  const definitions = readDefinitions(JSON.parse(OBJECT_INFO)) ?? {};
  for (const [index, name] of DROPPED.entries()) {
    const pair = EDITOR_PAIRS.pairs.find((each) => each.name === name);
    if (!pair) throw new Error(`${name} is not recorded`);
    const file = await files.workflow(`${name}.json`, pair.workflow as object);
    await page.goto('/local/submit');
    await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), file);
    await runButton(page).click();
    await expect.poll(async () => (await api.jobs()).length, ENGINE_TIME).toBe(index + 1);
    const [job] = await api.jobs();
    const sent = (await api.workflow(job?.id ?? '')) as PlainGraph;
    expect(differences(sent, pair.prompt, definitions), name).toEqual([]);
  }
});

test('a choice that ComfyUI would miss only after everything has run blocks the run', async ({
  page,
  files,
  gateway,
  comfyui,
}) => {
  const graph = {
    '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
    '2': { class_type: 'CreateVideo', inputs: { images: ['1', 0], fps: 8 } },
    '3': { class_type: 'SaveVideo', inputs: { video: ['2', 0], filename_prefix: 'clip' } },
  };
  const response = await fetch(new URL('/api/v2/jobs', gateway.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ workflow: graph }),
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    error: { details: { node_errors: { '3': [{ field: 'format', reason: 'missing_input' }] } } },
  });

  await page.goto('/local/submit');
  const region = page.getByRole('region', { name: 'Open a workflow' });
  await dropOn(page, region, await files.workflow('clip.json', graph));
  await expect(page.getByText('format is missing').first()).toBeVisible();
  await expect(runButton(page)).toHaveAttribute('aria-disabled', 'true');
  expect(comfyui.submissions).toEqual([]);
});

test('a file that ComfyUI lacks is named with the address from its author, until ComfyUI has it', async ({
  page,
  context,
  files,
  comfyui,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = 'prompt and sampler in a subgraph';
  const pair = EDITOR_PAIRS.pairs.find((each) => each.name === name);
  const url = 'https://models.example/files/empty.safetensors';
  const models = [{ name: 'empty.safetensors', url, directory: 'checkpoints' }];
  const text = JSON.stringify(pair?.workflow).replace(
    '"Node name for S&R":"CheckpointLoaderSimple"',
    `$&,"models":${JSON.stringify(models)}`,
  );
  expect(text).toContain(url);
  await page.goto('/local/submit');
  await dropOn(page, page.getByRole('region', { name: 'Open a workflow' }), await files.write(`${name}.json`, text));
  const panel = page.getByRole('region', { name: '1 model file is not on the server' });
  await expect(panel).toBeVisible();
  const links = page.getByRole('link', { name: 'Download empty.safetensors from models.example' });
  // In the panel, and below the input.
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
  await panel.getByRole('button', { name: 'Copy list' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`models/checkpoints/empty.safetensors\t${url}`);
  await page.reload();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'empty.safetensors' }).click();
  await expect(page.getByRole('textbox', { name: 'ckpt_name' })).toBeFocused();

  comfyui.describes(JSON.stringify(EDITOR_PAIRS.definitions));
  // The gateway keeps the lists of ComfyUI for half a minute.
  await expect(async () => {
    if (await panel.isVisible()) await panel.getByRole('button', { name: 'Check again' }).click({ timeout: 1000 });
    await expect(panel).toHaveCount(0, { timeout: 2000 });
  }).toPass(ENGINE_TIME);
  await expect(links).toHaveCount(0);
});
