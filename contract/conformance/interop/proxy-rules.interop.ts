import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApiProxy, type ApiProxy } from './api-proxy';
import { differenceOf, PROXY_DIFFERENCES, type Failure } from './proxy-differences';
import { THIRD_PARTIES } from './third-parties';

/**
 * `npm run conformance` against comfy-api-proxy in front of a real ComfyUI: every failure must be known, and every known
 * deviation must occur.
 */

const TOKEN = 'a-token-of-the-interop-suite';
const { comfyui, proxy: command } = THIRD_PARTIES;

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

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
  let failures: Failure[];
  let passed: number;
  /** Files that failed to load, and thus have no failing tests. */
  let unread: string[];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'flowdeck-proxy-'));
    proxy = await startApiProxy(command, comfyui ?? '', ['--token', TOKEN]);
    const long = path.join(folder, 'long.json');
    await writeFile(long, JSON.stringify(longWorkflow()));
    const file = path.join(folder, 'report.json');
    const flags = ['--base-url', proxy.address, '--long-workflow', long, '--report', file];
    const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/.test(name));
    const child = spawn(process.execPath, ['scripts/conformance.mjs', ...flags], {
      stdio: 'ignore',
      env: { ...Object.fromEntries(own), CONFORMANCE_TOKEN: TOKEN },
    });
    await once(child, 'close');
    const report = JSON.parse(await readFile(file, 'utf8')) as Report;
    unread = report.testResults
      .filter(({ message, assertionResults }) => message !== '' && assertionResults.length === 0)
      .map(({ name }) => name);
    passed = report.numPassedTests;
    failures = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ title, failureMessages: [text = ''] }) => ({
          file: path.basename(name),
          title,
          message: stripVTControlCharacters(text).split('\n')[0] ?? '',
        })),
    );
  }, 1_200_000);
  afterAll(async () => {
    await proxy.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('fail only for known causes', () => {
    const counts = new Map<string, number>();
    for (const failure of failures) {
      const cause = differenceOf(failure)?.cause;
      if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    }
    process.stdout.write(`\n${passed} passed, ${failures.length} differ\n`);
    for (const [cause, count] of counts) process.stdout.write(`${String(count).padStart(5)}  ${cause}\n`);
    expect(unread).toEqual([]);
    expect(passed).toBeGreaterThan(100);
    expect(failures.filter((failure) => differenceOf(failure) === undefined)).toEqual([]);
  });

  test('fail for every known cause, so that the list only gets shorter', () => {
    const seen = new Set(failures.map((failure) => differenceOf(failure)?.cause));
    expect(PROXY_DIFFERENCES.filter(({ cause, isOccasional }) => !isOccasional && !seen.has(cause))).toEqual([]);
  });
});
