import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnGateway } from '../../../scripts/processes/gateway-process.mjs';

const PYTHON = process.env['FLOWDECK_LIVE_PYTHON'];
const TOKEN = 'a-token-of-the-live-suite';

/** An uploaded image that is rotated, and an image that renders step by step with previews. */
const GRAPH = {
  1: { class_type: 'LoadImage', inputs: { image: 'photo.png' } },
  2: { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
  3: { class_type: 'SaveImage', inputs: { images: ['2', 0], filename_prefix: 'inverted' } },
  5: {
    class_type: 'FlowdeckReactionDiffusion',
    inputs: { seed: 7, width: 256, height: 256, steps: 600, feed: 0.0545, kill: 0.062, scale: 1, palette: 'coral' },
  },
  9: { class_type: 'SaveImage', inputs: { images: ['5', 0], filename_prefix: 'grown' } },
};

interface Reported {
  event: string;
  value?: number;
  status?: string;
  bytes?: number;
  sizes?: number[];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(PYTHON)('J-6.02 job.events() of the official Python client reports a run to its end', async () => {
  const gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', folder, '--token', TOKEN]);
  if (gateway.address === null) throw new Error(`The gateway did not start: ${gateway.printed().stderr}`);
  try {
    const image = path.join(folder, 'photo.png');
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3366cc' } })
      .png()
      .toFile(image);
    const script = new URL('official_client.py', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(PYTHON ?? '', [script, JSON.stringify(GRAPH), image], {
      env: { ...process.env, COMFY_BASE_URL: gateway.address, COMFY_API_KEY: TOKEN },
      timeout: 90_000,
    });
    const reported = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Reported);
    const named = (event: string) => reported.filter((one) => one.event === event);
    expect(named('progress').length).toBeGreaterThan(1);
    expect(named('progress').at(-1)?.value).toBe(1);
    expect(named('preview').length).toBeGreaterThan(0);
    expect(named('status').at(-1)?.status).toBe('succeeded');
    expect(named('output')).toHaveLength(2);
    const [result] = named('result');
    expect(result?.status).toBe('succeeded');
    expect(result?.sizes).toEqual(named('output').map(({ bytes }) => bytes));
    expect(Math.min(...(result?.sizes ?? [0]))).toBeGreaterThan(100);
  } finally {
    await gateway.end('SIGTERM');
  }
});
