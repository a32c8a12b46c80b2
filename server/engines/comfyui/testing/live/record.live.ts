import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PROMPT_ID, type RecordedFrame, type Recording } from '../recordings';
import { liveUrl } from './live-engine';
import { CLASSES, SCENARIOS, type Scenario } from './scenarios';

/**
 * `npm run test:live -- --comfyui URL --record`: records the messages of a real ComfyUI for small graphs, as fixtures for its
 * test double. Ids and folders are replaced.
 */

const FOLDER = new URL('../../recordings/', import.meta.url);
/** An interrupted run has many frames of one kind: its beginning and its end suffice. */
const MAX_FRAMES = 60;

type History = NonNullable<Recording['history']>;

describe.skipIf(!process.env['FLOWDECK_LIVE_RECORD'])('recordings', () => {
  it.each(SCENARIOS)('$name', async (scenario) => {
    const recording = await record(scenario);
    await keep(scenario.name, recording);
    expect(recording.answer.status).toBeLessThan(500);
    // The repository must not contain folders of the recording machine.
    expect(JSON.stringify(recording)).not.toMatch(/\/(?:home|opt|root|Users|tmp)\//);
  });

  it('definitions and version', async () => {
    const definitions: Record<string, unknown> = {};
    for (const name of CLASSES) Object.assign(definitions, await getJson(`/object_info/${name}`));
    await keep('object-info', definitions);
    expect(Object.keys(definitions)).toEqual(CLASSES);
  });
});

async function record({ name, graph, withFlags = true, stopAfterSteps }: Scenario): Promise<Recording> {
  const id = randomUUID();
  const socket = new WebSocket(`${liveUrl().replace(/^http/, 'ws')}/ws?clientId=${id}`);
  const frames: RecordedFrame[] = [];
  let images = 0;
  const finished = new Promise<void>((resolve) => {
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        frames.push(binaryFrame(data as Buffer, id));
        images += 1;
        if (images === stopAfterSteps) void postJson('/interrupt', { prompt_id: id });
        return;
      }
      const json = JSON.parse((data as Buffer).toString()) as { type: string; data: Record<string, unknown> };
      if (json.type !== 'status' && json.type !== 'feature_flags') frames.push({ json });
      if (json.type === 'executing' && json.data['node'] === null) resolve();
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  if (withFlags) socket.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));
  const response = await postJson('/prompt', { prompt: graph, prompt_id: id, client_id: id, extra_data: {} });
  const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  let history: History | null = null;
  let files: Recording['files'] = {};
  if (response.ok) {
    await finished;
    const entry = ((await getJson(`/history/${id}`)) as Record<string, History>)[id] as History;
    history = { outputs: entry.outputs, status: entry.status, meta: entry.meta };
    files = await filesOf(history.outputs);
  }
  socket.close();
  const { comfyui_version: comfyui } = ((await getJson('/system_stats')) as { system: { comfyui_version: string } })
    .system;
  return clean({ name, comfyui, graph, answer, frames: shortened(frames), history, files }, id);
}

/** The metadata of a frame contains the prompt id and has a length prefix, so both are stored separately. */
function binaryFrame(data: Buffer, id: string): RecordedFrame {
  const kind = data.readUInt32BE(0);
  if (kind !== 4) return { binary: { kind, base64: data.subarray(4).toString('base64') } };
  const end = 8 + data.readUInt32BE(4);
  const metadata = JSON.parse(data.subarray(8, end).toString().replaceAll(id, PROMPT_ID)) as Record<string, unknown>;
  return { binary: { kind, metadata, base64: data.subarray(end).toString('base64') } };
}

function shortened(frames: RecordedFrame[]): RecordedFrame[] {
  return frames.length <= MAX_FRAMES ? frames : [...frames.slice(0, MAX_FRAMES - 2), ...frames.slice(-2)];
}

async function filesOf(outputs: Record<string, unknown>): Promise<Recording['files']> {
  const files: Recording['files'] = {};
  const items = Object.values(outputs).flatMap((output) => Object.values(output as object).flat() as unknown[]);
  for (const item of items) {
    const { filename, subfolder, type } = (item ?? {}) as Record<string, string | undefined>;
    if (filename === undefined) continue;
    const query = new URLSearchParams({ filename, subfolder: subfolder ?? '', type: type ?? 'output' });
    const response = await fetch(`${liveUrl()}/view?${query.toString()}`);
    files[`${type}/${subfolder}/${filename}`] = {
      contentType: response.headers.get('content-type') ?? '',
      base64: Buffer.from(await response.arrayBuffer()).toString('base64'),
    };
  }
  return files;
}

function clean(recording: Recording, id: string): Recording {
  const text = JSON.stringify(recording).replaceAll(id, PROMPT_ID);
  // Returns the folder of this ComfyUI, which its tracebacks contain.
  const home = /File \\"([^"\\]*)\/execution\.py/.exec(text)?.[1];
  return JSON.parse(home ? text.replaceAll(home, '/ComfyUI') : text) as Recording;
}

async function keep(name: string, value: unknown): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const { code: text } = await format(`${name}.json`, JSON.stringify(value), { printWidth: 120 });
  await writeFile(new URL(`${name}.json`, FOLDER), text);
}

async function getJson(path: string): Promise<unknown> {
  return (await fetch(liveUrl() + path)).json();
}

function postJson(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(liveUrl() + path, { method: 'POST', headers, body: JSON.stringify(body) });
}
