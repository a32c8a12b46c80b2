import { beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '../../app';
import { createMemoryDeps, type MemoryDeps } from '../../testing/memory-deps';
import type { AssetCopies, ModelOutput, ModelCall, RouterModel } from '../model-source';
import { streamOf } from '../responses/readable-response';
import { saveAsset } from './save-asset';
import { FetchBlocked } from './public-fetch';
import { createResponseHosting } from './result-hosting';
import { StoredResultUrls } from './result-url-allowlist';

/** Provider families of Model Router 2, simulated by models behind the real router. */

const HOUR_MS = 3600 * 1000;
const CDN = 'https://cdn.example';
const ORIGIN = 'https://flowdeck.example';

let deps: MemoryDeps;
let app: App;
let calls: number;

interface Family {
  answer: unknown;
  copies?: Partial<AssetCopies>;
  run?: (call: ModelCall) => Promise<unknown>;
}

const A_WITH_DRAFT = { status: 'Ready', result: { sample: `${CDN}/finished.png`, draft_cache: `${CDN}/draft.png` } };
const A = { status: 'Ready', result: { sample: `${CDN}/finished.png` } };
const B_VIDEO = { status: 'succeeded', content: { video_url: `${CDN}/clip.mp4`, last_frame_url: `${CDN}/last.png` } };
const B_SHORT = { status: 'succeeded', content: { video_url: `${CDN}/clip.mp4` } };
const B_IMAGE = { data: [{ url: `${CDN}/finished.png` }] };
const C = { task: { content: { url: `${CDN}/clip.mp4` } } };
const D = {
  images: [{ url: `${CDN}/a.png` }, { url: `${CDN}/b.png` }, { url: `${CDN}/c.png` }],
  video: { url: `${CDN}/clip.mp4` },
};

const FAMILIES: Readonly<Record<string, Family>> = {
  'a-draft': { answer: A_WITH_DRAFT, copies: { which: ['result.sample', 'result.draft_cache'] } },
  a: { answer: A, copies: { which: ['result.sample', 'result.draft_cache'] } },
  'b-video': { answer: B_VIDEO, copies: { which: ['content.video_url', 'content.last_frame_url'] } },
  'b-short': { answer: B_SHORT, copies: { which: ['content.video_url', 'content.last_frame_url'] } },
  'b-image': { answer: B_IMAGE },
  c: { answer: C, copies: { which: ['task.content.url'], lifetimeS: 12 * 3600 } },
  d: { answer: D, copies: { which: 'media' } },
  'e-inline': { answer: { response: { videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] } } },
  'e-link': {
    answer: null,
    async run({ owner, origin }) {
      const content = new Response('clip').body as ReadableStream<Uint8Array>;
      const kept = await saveAsset(deps, { content, contentType: 'video/mp4', name: 'clip.mp4' }, { owner, origin });
      return { response: { videos: [{ gcsUri: kept.url, mimeType: 'video/mp4' }] } };
    },
  },
};

function modelOf(model: string, { answer, copies, run }: Family): RouterModel {
  return {
    provider: 'family',
    model,
    chargesOnPolicyRejection: 'no',
    inputSchemaAuthored: false,
    ...(copies ? { copies: { which: 'media', trustedOrigins: new Set<string>(), ...copies } } : {}),
    document: async () => '{"openapi":"3.0.2","paths":{}}',
    async run(call): Promise<ModelOutput> {
      calls += 1;
      const made = run ? await run(call) : answer;
      return { contentType: 'application/json', body: streamOf([new TextEncoder().encode(JSON.stringify(made))]) };
    },
  };
}

beforeEach(async () => {
  calls = 0;
  const models = Object.entries(FAMILIES).map(([model, family]) => modelOf(model, family));
  deps = await createMemoryDeps({ models: [{ models: () => models }], settings: { publicUrl: ORIGIN } });
  deps.hostAnswer = createResponseHosting({
    ...deps,
    seen: new StoredResultUrls(deps),
    fetchPublic: async (address) => {
      if (!address.startsWith(CDN)) throw new FetchBlocked('There is nothing');
      const contentType = address.endsWith('.mp4') ? 'video/mp4' : 'image/png';
      const content = new Response(address).body as ReadableStream<Uint8Array>;
      return { contentType, fileName: null, url: address, content };
    },
  });
  app = createApp(deps);
});

async function run(model: string, more: Record<string, string> = {}, body = '{}') {
  const headers = { 'content-type': 'application/json', ...more };
  const request = new Request(`${ORIGIN}/v2/models/family/${model}`, { method: 'POST', body, headers });
  const response = await app.fetch(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the URLs of a response, by path. */
async function linksOf(model: string): Promise<Record<string, string>> {
  const { status, text } = await run(model);
  expect(status).toBe(200);
  return Object.fromEntries(
    [...text.matchAll(/"(\w+)":"(https:[^"]+)"/g)].map(([, name = '', link = '']) => [name, link]),
  );
}

const statusOf = async (link: string) => (await app.fetch(new Request(link))).status;

/** Checks that the link works just before its expiry and fails just after. */
async function expectLifetime(link: string, hours: number) {
  expect(await statusOf(link)).toBe(200);
  await deps.clock.advance(hours * HOUR_MS - 1000);
  expect(await statusOf(link)).toBe(200);
  await deps.clock.advance(2000);
  expect(await statusOf(link)).toBe(403);
}

const isOurs = (link: string | undefined) => link?.startsWith(`${ORIGIN}/api/v2/assets/`) ?? false;

describe('copied assets', () => {
  test('R-2.72 R-2.74 R-8.08 family A: the finished asset with its bytes, valid for 24 hours', async () => {
    const { sample = '' } = await linksOf('a');
    expect(isOurs(sample)).toBe(true);
    expect(await (await app.fetch(new Request(sample))).text()).toBe(`${CDN}/finished.png`);
    await expectLifetime(sample, 24);
  });

  test('are found in the gallery by the prompt, the model and the seed of the run', async () => {
    await run('a', {}, '{"input":{"prompt":"a reef","seed":43}}');
    await run('b-video', {}, '{"prompt":"A red fox","seed":42}');
    const find = async (q: string) => {
      const response = await app.fetch(
        new Request(`${ORIGIN}/console/assets?${new URLSearchParams({ q }).toString()}`),
      );
      const { assets } = (await response.json()) as { assets: { content_type: string }[] };
      return assets.map(({ content_type: type }) => type).toSorted();
    };
    expect(await find('red fox')).toEqual(['image/png', 'video/mp4']);
    expect(await find('prompt:reef')).toEqual(['image/png']);
    expect(await find('seed:43 family/a')).toEqual(['image/png']);
    expect(await find('model:b-video red')).toEqual(['image/png', 'video/mp4']);
    expect(await find('fox reef')).toEqual([]);
  });

  test('R-2.75 family A: the draft cache if there is one, and nothing otherwise', async () => {
    expect(isOurs((await linksOf('a-draft'))['draft_cache'])).toBe(true);
    expect(Object.keys(await linksOf('a'))).toEqual(['sample']);
  });

  test('R-2.76 R-2.77 R-8.08 family B, video: the video and its last frame, valid for 24 hours', async () => {
    const links = await linksOf('b-video');
    expect(isOurs(links['last_frame_url'])).toBe(true);
    expect(Object.keys(await linksOf('b-short'))).toEqual(['video_url']);
    await expectLifetime(links['video_url'] ?? '', 24);
  });

  test('R-2.84 family B, images: nothing', async () => {
    expect(await linksOf('b-image')).toEqual({ url: `${CDN}/finished.png` });
  });

  test('R-2.78 R-8.08 family C: the video, valid for 12 hours', async () => {
    const { url = '' } = await linksOf('c');
    expect(isOurs(url)).toBe(true);
    await expectLifetime(url, 12);
  });

  test('R-2.79 R-2.80 family D: every image and the video', async () => {
    const { text } = await run('d');
    expect(text.match(/https:[^"]+/g)?.map(isOurs)).toEqual([true, true, true, true]);
  });

  test('R-2.85 R-2.87 R-8.09 family E: inline, or a signed https URL that is valid for 24 hours from the response', async () => {
    expect(JSON.parse((await run('e-inline')).text)).toEqual(FAMILIES['e-inline']?.answer);
    const { gcsUri = '' } = await linksOf('e-link');
    expect(isOurs(gcsUri)).toBe(true);
    await expectLifetime(gcsUri, 24);
  });

  test('R-2.73 do not depend on request headers', async () => {
    for (const headers of [{}, { 'x-hosting': 'off', prefer: 'provider' }, { 'x-copy-assets': 'true' }]) {
      expect((await run('a', headers)).text).toMatch(ORIGIN);
      expect((await run('b-image', headers)).text).toBe(JSON.stringify(B_IMAGE));
    }
  });
});

describe('a repeated call', () => {
  const key = { 'idempotency-key': 'once' };

  test('R-2.81 R-2.82 R-2.83 gets the same URL with an unchanged expiry', async () => {
    const first = await run('a', key);
    await deps.clock.advance(5 * HOUR_MS);
    const again = await run('a', key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    await expectLifetime((JSON.parse(again.text) as typeof A).result.sample, 19);
  });

  test('R-2.95 R-4.49 is replayed if the gateway hosts the result, and rejected if the provider does', async () => {
    await run('d', key);
    expect((await run('d', key)).status).toBe(200);
    await run('b-image', { 'idempotency-key': 'foreign' });
    const rejected = await run('b-image', { 'idempotency-key': 'foreign' });
    expect(rejected.status).toBe(409);
    expect(rejected.headers.get('x-service-error-type')).toBe('invalid_input');
    expect(calls).toBe(2);
  });
});
