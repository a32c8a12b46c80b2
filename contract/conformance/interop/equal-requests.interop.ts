import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spawnGateway, type GatewayProcess } from '../../../scripts/processes/gateway-process.mjs';
import type { Asset, Job } from '../../jobs/schemas';
import { startApiProxy, type ApiProxy } from './api-proxy';
import { EQUAL_REQUESTS, QUICK, type EqualRequest } from './equal-requests';
import { THIRD_PARTIES } from './third-parties';

/** Sends the same requests to our gateway and to comfy-api-proxy, and compares statuses and error codes. */

const TOKEN = 'a-token-of-the-interop-suite';
const { comfyui, proxy: command } = THIRD_PARTIES;

type Own = Readonly<Record<string, string>>;

describe.skipIf(comfyui === null)('our gateway and comfy-api-proxy', () => {
  let folder: string;
  let gateway: GatewayProcess;
  let proxy: ApiProxy;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-equal-'));
    const flags = ['--engine', 'comfyui', '--comfyui', comfyui ?? '', '--token', TOKEN];
    gateway = await spawnGateway(['--port', '0', '--data-dir', folder, ...flags]);
    proxy = await startApiProxy(command, comfyui ?? '', ['--token', TOKEN]);
  });
  afterAll(async () => {
    await proxy.end();
    await gateway.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  test('respond equally to equal requests, except for the known causes', async () => {
    const ours = await responsesOf(gateway.address ?? '');
    const theirs = await responsesOf(proxy.address);
    const causes = new Map<string, number>();
    const unexplained: unknown[] = [];
    const agreeing: string[] = [];
    for (const [index, request] of EQUAL_REQUESTS.entries()) {
      const { differs } = request;
      if (ours[index] === theirs[index]) {
        if (differs !== undefined) agreeing.push(titleOf(request));
        continue;
      }
      if (differs === undefined) unexplained.push([titleOf(request), ours[index], theirs[index]]);
      else causes.set(differs, (causes.get(differs) ?? 0) + 1);
    }
    const different = [...causes.values()].reduce((sum, count) => sum + count, unexplained.length);
    process.stdout.write(`\n${EQUAL_REQUESTS.length - different} of ${EQUAL_REQUESTS.length} equal requests agree\n`);
    for (const [cause, count] of causes) process.stdout.write(`${String(count).padStart(5)}  ${cause}\n`);
    expect(unexplained).toEqual([]);
    expect(agreeing).toEqual([]);
  });
});

const titleOf = ({ target, of }: EqualRequest) => (of === undefined ? target : `${target} (${of})`);

async function responsesOf(url: string): Promise<string[]> {
  const own = await prepare(url);
  const responses: string[] = [];
  for (const request of EQUAL_REQUESTS) responses.push(await responseOf(await send(url, request, own)));
  return responses;
}

/** Creates what some requests need: a finished job, a canceled job and an uploaded image. */
async function prepare(url: string): Promise<Own> {
  const json = async (request: EqualRequest) => (await send(url, request, {})).json();
  const submit = async (color: number) => {
    const workflow = { ...QUICK, 1: { ...QUICK[1], inputs: { ...QUICK[1].inputs, color } } };
    return (await json({ target: 'POST /api/v2/jobs', body: { json: { workflow } } })) as Job;
  };
  const { id } = await submit(1);
  const untilDone = async () => {
    const job = (await json({ target: `GET /api/v2/jobs/${id}` })) as Job;
    if (job.status !== 'succeeded') throw new Error(`The job is still ${job.status}`);
    return job;
  };
  const done = await vi.waitFor(untilDone, { timeout: 60_000, interval: 200 });
  const canceled = await submit(2);
  await json({ target: `POST /api/v2/jobs/${canceled.id}/cancel` });
  const image = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('content_type', 'image/png');
  form.set('file_path', 'equal.png');
  form.set('file', new Blob([new Uint8Array(image)]), 'equal.png');
  const authorization = `Bearer ${TOKEN}`;
  const response = await fetch(`${url}/api/v2/assets`, { method: 'POST', body: form, headers: { authorization } });
  const asset = (await response.json()) as Asset;
  return {
    done: done.id,
    canceled: canceled.id,
    asset: asset.id,
    hash: asset.hash ?? '',
    output: done.outputs[0]?.id ?? '',
    run: crypto.randomUUID(),
  };
}

function send(url: string, { target, headers = {}, body }: EqualRequest, own: Own): Promise<Response> {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (position, name: string) => own[name] ?? position);
  const [method = '', pathOf = ''] = filled(target).split(' ');
  const init: RequestInit = { method };
  const sent = new Headers({ authorization: `Bearer ${TOKEN}` });
  for (const [name, value] of Object.entries(headers)) sent.set(name, filled(value));
  if (sent.get('authorization') === '') sent.delete('authorization');
  if (typeof body === 'string' || body instanceof Uint8Array) init.body = body as BodyInit;
  else if (body && 'json' in body) {
    init.body = filled(JSON.stringify(body.json));
    sent.set('content-type', 'application/json');
  } else if (body) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body.parts)) form.set(name, value);
    if (body.file !== null) form.set('file', new Blob([filled(body.file)]), 'note.txt');
    init.body = form;
  }
  return fetch(url + pathOf, { ...init, headers: sent, redirect: 'manual' });
}

/** Returns the status and the error code, if any. Streams are not read, since they may not end. */
async function responseOf(response: Response): Promise<string> {
  if (response.ok) {
    await response.body?.cancel();
    return String(response.status);
  }
  // Responses to HEAD have no body.
  const text = await response.text();
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (text === '') return String(response.status);
  const code = isEnvelope && (JSON.parse(text) as { error?: { code?: string } }).error?.code;
  return `${response.status} ${code || 'without a code'}`;
}
