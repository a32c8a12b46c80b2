import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnGateway } from '../../scripts/processes/gateway-process.mjs';
import { runWithoutCurl } from './harness/curl-commands';
import { TARGET } from './harness/target';

const DOCUMENT = 'docs/calling-the-api.md';
/** A process of the gateway, its engine, and one per command. */
const SLOW = { timeout: 60_000 };
const BASE = 'http://127.0.0.1:8189';

/** All commands of the document as one script, for this gateway. */
function scriptFor(address: string): string {
  const blocks = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
  const script = blocks.join('');
  expect(script.match(/^curl /gm)).toHaveLength(6);
  expect(script).toContain(`export BASE=${BASE}\n`);
  return script.replace(BASE, address);
}

const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('sh', ['-c', 'exit 0']).status === 0;

describe.skipIf(TARGET)(`the commands in ${DOCUMENT}`, () => {
  let folder: string;
  let gateway: Awaited<ReturnType<typeof spawnGateway>>;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'flowdeck-curl-'));
    gateway = await spawnGateway(['--port', '0', '--engine', 'embedded', '--data-dir', path.join(folder, 'data')]);
    const photo = sharp({ create: { width: 8, height: 6, channels: 3, background: '#ffffff' } });
    await photo.png().toFile(path.join(folder, 'photo.png'));
  });
  afterEach(async () => {
    await gateway.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const expectResults = async () => {
    const { dominant } = await sharp(path.join(folder, 'inverted.png')).stats();
    expect(Math.max(dominant.r, dominant.g, dominant.b)).toBeLessThan(16);
    const digest: unknown = JSON.parse(readFileSync(path.join(folder, 'digest.json'), 'utf8'));
    expect(JSON.stringify(digest)).toMatch(/harbour|tide|Boats/);
  };

  test('run a job with an upload, and a model', SLOW, async () => {
    await runWithoutCurl(scriptFor(gateway.address ?? ''), folder);
    await expectResults();
  });

  // Without curl, the test above still runs every command.
  test.skipIf(!hasCurl)('do so with curl itself', SLOW, async () => {
    execFileSync('sh', ['-e', '-c', scriptFor(gateway.address ?? '')], { cwd: folder });
    await expectResults();
  });
});
