import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelFiles } from '@contract/console/engine-library';
import { createApp } from '../../app';
import { PoolHost } from '../../engines/comfyui/testing/pool-host';
import { createMemoryDeps } from '../../testing/memory-deps';

const PICTURE = new TextEncoder().encode('RIFF0000WEBP');

let host: PoolHost;

beforeEach(async () => {
  host = await PoolHost.open(2);
  const [one, two] = host.doubles;
  if (!one || !two) throw new Error('There are two');
  one.library.models = {
    checkpoints: [{ name: 'xl/base.safetensors', size: 6_000_000_000, modified: 1_700_000_000.5, preview: PICTURE }],
    loras: [{ name: 'ink #1.safetensors', pathIndex: 1, preview: PICTURE }],
  };
  two.library.models = { checkpoints: [{ name: 'xl/base.safetensors' }, { name: 'only two.ckpt' }] };
});
afterEach(() => host.close());

async function list(): Promise<ModelFiles> {
  const response = await host.fetch('/console/library/models');
  expect(response.status).toBe(200);
  return (await response.json()) as ModelFiles;
}

function preview(query: Record<string, string>): Promise<Response> {
  return host.fetch(`/console/library/model-preview?${new URLSearchParams(query)}`);
}

const pathsOf = (index: number) => host.doubles[index]?.requests.filter((line) => line.includes('/experiment/')) ?? [];

describe('the model files of the connected ComfyUI servers', () => {
  it('are listed by kind, each with the first engine that has it', async () => {
    const { folders } = await list();
    expect(folders).toEqual([
      {
        name: 'checkpoints',
        files: [
          {
            name: 'xl/base.safetensors',
            engine: 'gpu-0',
            path_index: 0,
            size: 6_000_000_000,
            modified: 1_700_000_000_500,
          },
          { name: 'only two.ckpt', engine: 'gpu-1', path_index: 0, size: 1024, modified: 1_760_000_000_250 },
        ],
      },
      {
        name: 'loras',
        files: [
          { name: 'ink #1.safetensors', engine: 'gpu-0', path_index: 1, size: 1024, modified: 1_760_000_000_250 },
        ],
      },
    ]);
  });

  it('are those of the others if one is an older version, fails or is away', async () => {
    const [one, two] = host.doubles;
    if (!one || !two) throw new Error('There are two');
    one.library.isOld = true;
    expect((await list()).folders.map(({ name }) => name)).toEqual(['checkpoints']);
    two.failNext('/experiment/models', 'error-500');
    expect(await list()).toEqual({ folders: [] });
    await one.stop();
    await two.stop();
    await host.pool.look();
    expect(await list()).toEqual({ folders: [] });
  });
});

describe('the preview of a model file', () => {
  it('is the image of its engine, which the browser keeps', async () => {
    const response = await preview({ engine: 'gpu-0', folder: 'loras', path_index: '1', file: 'ink #1.safetensors' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PICTURE);
  });

  it.each([
    ['of a file without one', { engine: 'gpu-1', file: 'only two.ckpt' }],
    ['of an unknown engine', { engine: 'http://127.0.0.1:1', file: 'xl/base.safetensors' }],
    ['that ComfyUI fails to read', { engine: 'gpu-0', file: 'xl/base.safetensors', path_index: '7' }],
  ])('%s is empty', async (_what, query) => {
    const response = await preview({ folder: 'checkpoints', ...query });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });

  it.each([
    { folder: '..', file: 'system_stats' },
    { folder: 'checkpoints', file: '../../../../system_stats' },
    { folder: 'checkpoints', file: '..\\..\\secret.png' },
    { folder: 'checkpoints/../..', file: 'a' },
    { folder: 'checkpoints', file: '/etc/passwd' },
    { folder: 'checkpoints', file: 'a', path_index: '-1' },
    { folder: 'checkpoints', file: 'a', path_index: 'x' },
  ])('is never requested outside its folder: %o', async (query) => {
    const before = host.doubles[0]?.requests.length;
    expect((await preview({ engine: 'gpu-0', ...query })).status).toBe(204);
    expect(host.doubles[0]?.requests.slice(before).filter((line) => !line.includes('system_stats'))).toEqual([]);
    expect(pathsOf(0)).toEqual([]);
  });

  it('is not passed on in a format that may contain scripts', async () => {
    const deps = await createMemoryDeps();
    const bytes = new TextEncoder().encode('<svg/>');
    deps.engine.connectedLibraries = [{ engine: 'one', read: async () => bytes }];
    const app = createApp(deps);
    const query = 'engine=one&folder=checkpoints&file=a.ckpt';
    const response = await app.fetch(new Request(`http://127.0.0.1:8189/console/library/model-preview?${query}`));
    expect(response.status).toBe(204);
    await app.close();
  });

  it('is not passed on if it is too large', async () => {
    const [one] = host.doubles;
    if (!one) throw new Error('There is one');
    one.library.models = { checkpoints: [{ name: 'big.ckpt', preview: new Uint8Array(9 * 1024 ** 2) }] };
    expect((await preview({ engine: 'gpu-0', folder: 'checkpoints', file: 'big.ckpt' })).status).toBe(204);
  });

  it('needs the names of its file', async () => {
    const response = await preview({ engine: 'gpu-0', folder: 'checkpoints' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request', message: 'file is required' } });
  });
});
