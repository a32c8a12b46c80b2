import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnGateway } from '../../../scripts/processes/gateway-process.mjs';
import { THIRD_PARTIES } from './third-parties';

/** Every flow that the official clients document, against the built gateway behind a token. */

const TOKEN = 'a-token-of-the-interop-suite';
const { comfyui, jsClient, python } = THIRD_PARTIES;
const beside = (file: string) => new URL(file, import.meta.url).pathname;

const CLIENTS = [
  {
    name: '@comfyorg/sdk',
    flows: 19,
    command: process.execPath,
    args: [beside('comfyorg-sdk-flows.mjs'), jsClient],
  },
  { name: 'comfy-sdk', flows: 25, command: python, args: [beside('comfy_sdk_flows.py')] },
];

const ENGINES = [
  { engine: 'embedded', flags: ['--engine', 'embedded'] },
  ...(comfyui === null ? [] : [{ engine: 'ComfyUI', flags: ['--comfyui', comfyui] }]),
];

interface Flow {
  flow: string;
  error: string | null;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-interop-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(ENGINES)('the gateway with the engine $engine', ({ flags }) => {
  test.each(CLIENTS)('serves each documented flow of $name', async ({ flows, command, args }) => {
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3366cc' } })
      .png()
      .toFile(path.join(folder, 'photo.png'));
    const data = path.join(folder, 'data');
    const gateway = await spawnGateway(['--port', '0', '--data-dir', data, '--token', TOKEN, ...flags]);
    if (gateway.address === null) throw new Error(`The gateway did not start: ${gateway.printed().stderr}`);
    try {
      const { stdout } = await promisify(execFile)(command, [...args, folder], {
        env: {
          ...process.env,
          COMFY_BASE_URL: gateway.address,
          COMFY_ROUTER_BASE_URL: gateway.address,
          COMFY_API_KEY: TOKEN,
        },
        timeout: 600_000,
      });
      const reported = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Flow);
      expect(reported.filter(({ error }) => error !== null)).toEqual([]);
      expect(reported).toHaveLength(flows);
    } finally {
      await gateway.end('SIGTERM');
    }
  });
});
