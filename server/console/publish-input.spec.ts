import { beforeEach, expect, it } from 'vitest';
import { createApp, type App } from '../app';
import { ModelFailure, type InputFile } from '../router/model-source';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';

let deps: MemoryDeps;
let app: App;
let sent: { name: string; contentType: string; sizeBytes: number; text: string }[];
let failure: Error | null;

beforeEach(async () => {
  sent = [];
  failure = null;
  deps = await createMemoryDeps();
  const [source] = deps.models;
  const [first, second] = source?.models() ?? [];
  if (!first || !second) throw new Error('There are no models');
  const send = async ({ name, contentType, sizeBytes, read }: InputFile) => {
    if (failure) throw failure;
    sent.push({ name, contentType, sizeBytes, text: await new Response(read() as ReadableStream).text() });
    return 'https://files.example/1';
  };
  const models = [{ ...first, upload: () => ({ host: 'files.example', send }) }, second];
  deps.models = [{ models: () => models }];
  app = createApp(deps);
});

const idAt = (index: number) => {
  const model = deps.models[0]?.models()[index];
  return `${model?.provider}/${model?.model}`;
};

async function upload(): Promise<string> {
  const form = new FormData();
  form.append('content_type', 'image/png');
  form.append('file_path', 'cat.png');
  form.append('file', new File(['abc'], 'cat.png'));
  const request = new Request('http://127.0.0.1:8189/api/v2/assets', { method: 'POST', body: form });
  return ((await (await app.fetch(request)).json()) as { url: string }).url;
}

async function publish(body: object, type = 'application/json') {
  const init = { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) };
  const response = await app.fetch(new Request('http://127.0.0.1:8189/console/publish-input', init));
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

it('uploads a file of the gateway to the target of the model, and returns its URL', async () => {
  const { status, body } = await publish({ model: idAt(0), url: await upload() });
  expect([status, body]).toEqual([200, { url: 'https://files.example/1' }]);
  expect(sent).toEqual([{ name: 'cat.png', contentType: 'image/png', sizeBytes: 3, text: 'abc' }]);
});

it('uploads nothing for a model without a target, from another host, unsigned, or from a form of another site', async () => {
  const url = await upload();
  expect((await publish({ model: idAt(1), url })).status).toBe(400);
  expect((await publish({ model: 'no/model', url })).status).toBe(400);
  expect((await publish({ model: idAt(0), url: url.split('?')[0] })).status).toBe(400);
  expect((await publish({ model: idAt(0), url: 'https://files.example/2' })).status).toBe(400);
  expect((await publish({ model: idAt(0), url }, 'text/plain')).status).toBe(400);
  expect(sent).toEqual([]);
});

it('reports why the target rejected the file', async () => {
  failure = new ModelFailure('provider_error', 'studio responded with 507', { upstreamDetail: 'The disk is full' });
  const { status, body } = await publish({ model: idAt(0), url: await upload() });
  expect(status).toBe(422);
  expect(body).toMatchObject({ error: { message: 'studio responded with 507: The disk is full' } });
});
