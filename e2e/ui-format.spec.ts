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
