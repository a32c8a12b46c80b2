import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnGateway } from '../../../scripts/processes/gateway-process.mjs';

const PYTHON = process.env['FLOWDECK_LIVE_PYTHON'];
const TOKEN = 'a-token-of-the-live-suite';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-queue-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(PYTHON)('models.submit, handle, subscribe and cancel of the official Python client work', async () => {
  const gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', folder, '--token', TOKEN]);
  if (gateway.address === null) throw new Error(`The gateway did not start: ${gateway.printed().stderr}`);
  try {
    const script = new URL('official_queue_client.py', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(PYTHON ?? '', [script], {
      env: {
        ...process.env,
        COMFY_BASE_URL: gateway.address,
        COMFY_ROUTER_BASE_URL: gateway.address,
        COMFY_API_KEY: TOKEN,
      },
      timeout: 90_000,
    });
    const printed = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const named = (event: string) => printed.find((one) => one['event'] === event);
    expect(named('submitted')).toMatchObject({ seen: expect.arrayContaining(['COMPLETED']) });
    expect(named('submitted')?.['bytes']).toBeGreaterThan(10_000);
    expect(named('already_completed')).toBeDefined();
    expect(named('subscribed')?.['last']).toBe('COMPLETED');
    expect(named('keyed')?.['requests']).toBe(1);
    expect(named('invalid')?.['status']).toBeDefined();
    expect(named('not_found')).toBeDefined();
    expect(named('canceled')?.['error_type']).toBe('cancelled');
  } finally {
    await gateway.end('SIGTERM');
  }
});
