import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import axe from 'axe-core';
import { readDraft } from '@/domains/drafts/drafts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { DoubleLibrary } from '@server/engines/comfyui/testing/double-library';
import { doubleLibrary } from '@server/engines/comfyui/testing/connected-library';
import { setRecentModelFile } from './draft/recent-model-files';
import { afterRunSetting } from './draft/run-count';

const FILES = [
  'base.safetensors',
  'xl/sd_xl_base_1.0.safetensors',
  'xl/sd_xl_refiner_1.0.safetensors',
  'flux/dev.safetensors',
  'flux/schnell.safetensors',
  'anime/one.ckpt',
  'anime/two.ckpt',
  'anime/three.ckpt',
];

let gateway: BrowserGateway;
let library: DoubleLibrary;

beforeEach(async () => {
  await page.viewport(1440, 900);
  localStorage.removeItem('flowdeck.model-files.recent');
  gateway = await mountGateway();
  library = new DoubleLibrary();
  gateway.engine.connectedLibraries = [doubleLibrary('gpu', library)];
});
afterEach(unmountGateway);

async function image(color: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(64, 96);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, 64, 96);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer());
}

async function openWith(files: readonly string[], value: string, about: object = {}) {
  const load = {
    ...about,
    name: 'Load',
    input: { required: { ckpt_name: [[...files], {}] } },
    output: ['*'],
    output_node: true,
  };
  Object.assign(gateway.engine, { definitions: () => Promise.resolve({ Load: load }) });
  return openDraft({ '1': { class_type: 'Load', inputs: { ckpt_name: value } } });
}

const field = () => page.getByRole('combobox', { name: 'ckpt_name' });
const search = () => page.getByRole('combobox', { name: 'Search the files' });
const names = () =>
  page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);

describe('a model file', () => {
  it('that the server does not have is told once when the run fails, with the nearest ones', async () => {
    const message = "Value not in list: ckpt_name: 'sd_xl_base.safetensors' not in list";
    const error = {
      code: 'workflow_refused',
      message: `ComfyUI rejected this workflow: ${message}`,
      node_id: '1',
      class_type: 'Load',
      node_errors: { '1': [{ field: 'ckpt_name', reason: 'not_in_list', message }] },
    };
    Object.assign(gateway.engine, { run: () => Promise.resolve({ kind: 'failed', error }) });
    afterRunSetting.set('stay');
    // Of ComfyUI, whose lists may be old: this is a warning before the run.
    const { screen } = await openWith(FILES, 'sd_xl_base.safetensors', { python_module: 'nodes' });
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    const card = screen.getByRole('region', { name: 'Why it failed' });
    await expect.element(card).toHaveTextContent(/sd_xl_base.safetensors is not among the files of this server/);
    await expect.element(card).toHaveTextContent(/Similar files: xl\/sd_xl_base_1.0.safetensors/);
    expect(card.element().textContent.split('sd_xl_base.safetensors')).toHaveLength(2);
    expect(card.getByRole('button').elements()).toHaveLength(1);
    await card.getByRole('button', { name: 'Show its inputs' }).click();
    await expect.element(field()).toHaveFocus();
  });

  it('is found by typing, with the arrows and Enter', async () => {
    const { id } = await openWith(FILES, 'base.safetensors');
    await field().click();
    await expect.element(search()).toHaveFocus();
    await expect.element(page.getByText('anime', { exact: true })).toBeVisible();
    await search().fill('xl base');
    await expect.poll(names).toEqual(['sd_xl_base_1.0.safetensorsxl']);
    await search().fill('flux');
    await expect.poll(names).toEqual(['dev.safetensorsflux', 'schnell.safetensorsflux']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"flux/schnell.safetensors"');
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveTextContent('flux/schnell.safetensors');
  });

  it('says what was not found', async () => {
    await openWith(FILES, 'base.safetensors');
    await field().click();
    await search().fill('wan');
    await expect.element(page.getByText('No file name contains “wan”.')).toBeVisible();
  });

  it('shows the image that ComfyUI has of it, its size and date, and a placeholder for others', async () => {
    library.models = {
      loras: [{ name: 'base.safetensors' }],
      checkpoints: [
        { name: 'base.safetensors', size: 5_000_000_000, modified: 1_760_000_000, preview: await image('teal') },
        ...FILES.slice(1).map((name) => ({ name })),
      ],
    };
    await openWith(FILES, 'base.safetensors');
    await field().click();
    await expect.element(page.getByText('4.66 GiB, 9 Oct 2025')).toBeVisible();
    const list = page.getByRole('listbox', { name: 'Files' });
    await expect.poll(() => list.element().querySelectorAll('img').length).toBe(1);
    await expect.poll(() => list.element().querySelector('img')?.naturalHeight).toBe(96);
    expect((await axe.run(page.getByRole('dialog').element())).violations).toEqual([]);
  });

  it('begins with those that ran last', async () => {
    setRecentModelFile('local', ['anime/two.ckpt'], true);
    afterRunSetting.set('stay');
    const { screen } = await openWith(FILES, 'xl/sd_xl_base_1.0.safetensors');
    await screen.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => gateway.engine.requests.length).toBe(1);
    await field().click();
    await expect.element(page.getByText('Recently used')).toBeVisible();
    await expect
      .poll(() => names().slice(0, 3))
      .toEqual(['sd_xl_base_1.0.safetensorsxl', 'two.ckptanime', 'base.safetensors']);
  });

  it('that is missing is replaced by a similar one with one click', async () => {
    const { id } = await openWith(FILES, 'sd_xl_base_1.0_fp16.safetensors');
    const similar = page.getByRole('group', { name: 'Similar to sd_xl_base_1.0_fp16.safetensors' });
    await expect.element(similar).toBeVisible();
    await field().click();
    await expect.element(page.getByText('Similar names')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await similar.getByRole('button', { name: 'Use xl/sd_xl_base_1.0.safetensors' }).click();
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"xl/sd_xl_base_1.0.safetensors"');
    await expect.element(similar).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
  });

  it('is chosen among 5,000, of which only those in view are rendered and asked for an image', async () => {
    const many = Array.from(
      { length: 5000 },
      (_, index) => `pack ${Math.floor(index / 50)}/model ${index}.safetensors`,
    );
    library.models = { checkpoints: many.map((name) => ({ name })) };
    let previews = 0;
    gateway.worker.events.on('request:start', ({ request }) => {
      if (request.url.includes('/console/library/model-preview')) previews += 1;
    });
    const seen = new Set<Node>();
    const watcher = new MutationObserver(() => {
      for (const row of document.querySelectorAll('[role=option]')) seen.add(row);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    const { id } = await openWith(many, 'pack 50/model 2500.safetensors');
    await field().click();
    await expect.element(page.getByRole('option', { name: 'model 2500.safetensors' })).toBeVisible();
    await expect.poll(() => seen.size).toBeGreaterThan(5);
    // Not even at first, before the list has its height.
    expect(seen.size).toBeLessThan(100);
    watcher.disconnect();
    await search().fill('4999');
    await expect.poll(names).toEqual(['model 4999.safetensorspack 99']);
    await userEvent.keyboard('{Enter}');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('"pack 99/model 4999.safetensors"');
    expect(previews).toBeLessThan(60);
    gateway.worker.events.removeAllListeners();
  });

  it('needs no library: an older gateway shows the names without images', async () => {
    gateway.worker.use(http.get('*/console/library/models', () => new HttpResponse(null, { status: 404 })));
    await openWith(FILES, 'base.safetensors');
    await field().click();
    await expect.element(page.getByRole('option', { name: 'schnell.safetensors' })).toBeVisible();
    await expect
      .poll(() => page.getByRole('listbox', { name: 'Files' }).element().querySelectorAll('svg').length)
      .toBe(1);
  });
});
