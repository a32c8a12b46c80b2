import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ComfyTemplates } from '@contract/console/engine-library';
import { PoolHost } from '../../engines/comfyui/testing/pool-host';

const PICTURE = new TextEncoder().encode('RIFF0000WEBP');
const PHOTO = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
const WORKFLOW = '{"nodes": [], "seed": 18446744073709551615}';

let host: PoolHost;

beforeEach(async () => {
  host = await PoolHost.open(2);
  const [one, two] = host.doubles;
  if (!one || !two) throw new Error('There are two');
  const entry = { title: 'Image to video', description: 'Moves', mediaType: 'image', mediaSubtype: 'webp' };
  one.library.templates = [
    {
      moduleName: 'default',
      title: 'Video',
      type: 'video',
      templates: [
        { name: 'wan_i2v', ...entry, tags: ['Video'], models: ['Wan'], minComfyUIVersion: '0.3.70' },
        { name: 'api_veo', ...entry, title: '', tags: ['API'], models: ['None'], minComfyUIVersion: 'the newest' },
        { name: 'speech', mediaType: 'audio', mediaSubtype: 'mp3' },
        { title: 'no name' },
      ],
    },
  ];
  one.library.packTemplates = { 'ComfyUI-Pack': ['two_steps'] };
  one.library.files = {
    '/templates/wan_i2v.json': WORKFLOW,
    '/templates/wan_i2v-1.webp': PICTURE,
    '/templates/api_veo-1.webp': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '/api/workflow_templates/ComfyUI-Pack/two_steps.json': WORKFLOW,
    '/api/workflow_templates/ComfyUI-Pack/two_steps.jpg': PHOTO,
  };
  two.library.templates = [{ title: 'Video', templates: [{ name: 'wan_i2v', ...entry }, { name: 'only_two' }] }];
});
afterEach(() => host.close());

async function list(): Promise<ComfyTemplates> {
  const response = await host.fetch('/console/library/templates');
  expect(response.status).toBe(200);
  return (await response.json()) as ComfyTemplates;
}

const get = (path: string, query: Record<string, string>) =>
  host.fetch(`/console/library/${path}?${new URLSearchParams(query)}`);

it('lists the templates of all engines once, and those of node packs', async () => {
  const { templates, failed } = await list();
  expect(failed).toEqual([]);
  expect(templates.map(({ engine, name }) => [engine, name])).toEqual([
    ['gpu-0', 'wan_i2v'],
    ['gpu-0', 'api_veo'],
    ['gpu-0', 'speech'],
    ['gpu-0', 'two_steps'],
    ['gpu-1', 'only_two'],
  ]);
  expect(templates[0]).toEqual({
    engine: 'gpu-0',
    pack: null,
    name: 'wan_i2v',
    title: 'Image to video',
    description: 'Moves',
    category: 'Video',
    tags: ['Video'],
    models: ['Wan'],
    image: 'wan_i2v-1.webp',
    is_paid: false,
    min_comfyui_version: '0.3.70',
  });
  expect(templates[1]).toMatchObject({ title: 'api_veo', models: [], is_paid: true, min_comfyui_version: null });
  expect(templates[2]).toMatchObject({ image: null, min_comfyui_version: null });
  expect(templates[3]).toMatchObject({ pack: 'ComfyUI-Pack', title: 'two steps', image: 'two_steps.jpg' });
});

it('names engines that fail, and lists none of an older version', async () => {
  const [one, two] = host.doubles;
  if (!one || !two) throw new Error('There are two');
  one.library.isOld = true;
  one.library.templates = null;
  two.failNext('/templates/index.json', 'error-500');
  expect(await list()).toEqual({ templates: [], failed: ['gpu-1'] });
});

it('passes a workflow on byte for byte', async () => {
  for (const query of [{ name: 'wan_i2v' }, { pack: 'ComfyUI-Pack', name: 'two_steps' }]) {
    const response = await get('template', { engine: 'gpu-0', ...query });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(WORKFLOW);
  }
});

it.each([
  { name: 'unknown' },
  { name: '../system_stats' },
  { name: '..' },
  { pack: '..', name: 'object_info' },
  { pack: 'ComfyUI-Pack/..', name: 'x' },
  { engine: 'http://127.0.0.1:1', name: 'wan_i2v' },
])('has no workflow at %o', async (query) => {
  const response = await get('template', { engine: 'gpu-0', ...query });
  expect(response.status).toBe(404);
  expect(host.doubles[0]?.requests.filter((line) => /system_stats\.json|object_info\.json/.test(line))).toEqual([]);
});

it('reports a ComfyUI that does not send the workflow', async () => {
  host.doubles[0]?.failNext('/templates/wan_i2v.json', 'error-500');
  const response = await get('template', { engine: 'gpu-0', name: 'wan_i2v' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ error: { message: 'ComfyUI did not send the template' } });
});

it('passes an image on whose type ComfyUI does not know', async () => {
  const image = await get('template-image', { engine: 'gpu-0', name: 'wan_i2v-1.webp' });
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toBe('image/webp');
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(PICTURE);
});

it('passes images on, and nothing instead of others', async () => {
  const image = await get('template-image', { engine: 'gpu-0', pack: 'ComfyUI-Pack', name: 'two_steps.jpg' });
  expect(image.headers.get('content-type')).toBe('image/jpeg');
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(PHOTO);
  expect((await get('template-image', { engine: 'gpu-0', name: 'speech-1.webp' })).status).toBe(204);
  expect((await get('template-image', { engine: 'gpu-0', name: 'api_veo-1.webp' })).status).toBe(204);
  expect((await get('template-image', { engine: 'gpu-0', name: 'wan_i2v.json' })).status).toBe(204);
});
