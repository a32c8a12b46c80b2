import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApiProxy, type ApiProxy } from './api-proxy';
import { differenceOf, PROXY_DIFFERENCES } from './proxy-differences';
import { reportCauses, runRules, type RulesRun } from './run-rules';
import { THIRD_PARTIES } from './third-parties';

/**
 * `npm run conformance` against comfy-api-proxy in front of a real ComfyUI: every failure must be known, and every known
 * deviation must occur.
 */

const TOKEN = 'a-token-of-the-interop-suite';
const { comfyui, proxy: command } = THIRD_PARTIES;

/** Keeps a ComfyUI on a CPU busy for minutes, and can be interrupted between two nodes. */
function longWorkflow(): object {
  const nodes: Record<string, object> = {
    0: { class_type: 'EmptyImage', inputs: { width: 1024, height: 1024, batch_size: 1, color: Date.now() % 0xffffff } },
    saved: { class_type: 'SaveImage', inputs: { images: ['100', 0], filename_prefix: 'interop-long' } },
  };
  for (let id = 1; id <= 100; id += 1) {
    const inputs = { image: [String(id - 1), 0], blur_radius: 31, sigma: 10 };
    nodes[id] = { class_type: 'ImageBlur', inputs };
  }
  return nodes;
}

describe.skipIf(comfyui === null)('the rules at comfy-api-proxy', () => {
  let folder: string;
  let proxy: ApiProxy;
  let run: RulesRun;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-proxy-'));
    proxy = await startApiProxy(command, comfyui ?? '', ['--token', TOKEN]);
    const long = path.join(folder, 'long.json');
    await writeFile(long, JSON.stringify(longWorkflow()));
    run = await runRules(
      ['--base-url', proxy.address, '--long-workflow', long],
      TOKEN,
      path.join(folder, 'report.json'),
    );
  }, 1_200_000);
  afterAll(async () => {
    await proxy.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('fail only for known causes', () => {
    const unknown = reportCauses(run, differenceOf);
    expect(run.unread).toEqual([]);
    expect(run.passed).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  test('fail for every known cause, so that the list only gets shorter', () => {
    const seen = new Set(run.failures.map((failure) => differenceOf(failure)?.cause));
    expect(PROXY_DIFFERENCES.filter(({ cause, isOccasional }) => !isOccasional && !seen.has(cause))).toEqual([]);
  });
});
