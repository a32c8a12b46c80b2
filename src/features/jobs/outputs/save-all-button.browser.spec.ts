import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_PER_KIND, withConnection } from '@/api/connections';
import { LOCAL_SURFACE } from '@/api/surface';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { scripted } from '@/testing/scripted-graph';
import { watchDownloads } from '@/testing/watch-downloads';
import { saveOutputs } from './save-all-button';

let gateway: BrowserGateway;

beforeEach(async () => {
  gateway = await mountGateway();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unmountGateway();
});

async function outputsOf(...texts: string[]) {
  const nodes = texts.map((text, index) => [String(index + 1), scripted('ScriptText', { text })] as const);
  const { id } = await gateway.submit(Object.fromEntries(nodes));
  await expect.poll(async () => (await gateway.read(id)).status).toBe('succeeded');
  return (await gateway.read(id)).outputs;
}

/** Occupies all connections available to downloads. */
async function takeDownloads(): Promise<() => void> {
  const gate = new AbortController();
  const isOver = new Promise<void>((resolve) => gate.signal.addEventListener('abort', () => resolve()));
  const take = () =>
    new Promise<void>((isHeld) => {
      void withConnection('download', new AbortController().signal, () => {
        isHeld();
        return isOver;
      });
    });
  await Promise.all(Array.from({ length: MAX_PER_KIND }, take));
  return () => gate.abort();
}

const isWaitingForOne = async () =>
  (await navigator.locks.query()).pending?.some(({ name }) => name === 'flowdeck.connection.download.0');

it('waits for a free connection, and then saves the outputs one after the other', async () => {
  const outputs = await outputsOf('first', 'second');
  const requests: string[] = [];
  gateway.worker.use(http.get('*/api/v2/assets/:id/content', ({ params }) => void requests.push(String(params['id']))));
  const downloads = watchDownloads();
  const release = await takeDownloads();
  const saving = saveOutputs(LOCAL_SURFACE, outputs);
  await expect.poll(isWaitingForOne).toBe(true);
  expect(requests).toEqual([]);
  release();
  expect(await saving).toEqual([]);
  expect(requests).toEqual(outputs.map(({ id }) => id));
  expect(downloads.map(({ name }) => name)).toEqual(outputs.map(({ name }) => name));
  const texts = await Promise.all(downloads.map(async ({ url }) => (await fetch(url)).text()));
  expect(texts).toEqual(['first', 'second']);
});

it('names the files that no longer exist, and saves the rest', async () => {
  const outputs = await outputsOf('gone', 'here');
  const [gone, here] = outputs;
  await gateway.app.fetch(new Request(`${location.origin}/api/v2/assets/${gone?.id}`, { method: 'DELETE' }));
  const downloads = watchDownloads();
  expect(await saveOutputs(LOCAL_SURFACE, outputs)).toEqual([gone?.name]);
  expect(downloads.map(({ name }) => name)).toEqual([here?.name]);
});

it('leaves files of another origin without CORS to the browser', async () => {
  const [output] = await outputsOf('there');
  if (!output) throw new Error('The job made nothing');
  const url = 'https://files.example/api/v2/assets/7/content';
  gateway.worker.use(http.get(url, () => Response.error()));
  const downloads = watchDownloads();
  expect(await saveOutputs(LOCAL_SURFACE, [{ ...output, url }])).toEqual([]);
  expect(downloads).toEqual([{ name: output.name, url }]);
});
